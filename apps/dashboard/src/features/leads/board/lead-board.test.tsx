import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLead, serveLeads } from '../../../testing/data/leads.ts';
import { signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { answer } from '../../../testing/server.ts';
import { setViewport } from '../../../testing/viewport.ts';

const reward = (amount_kop: number) => ({
  id: aLead(9).id,
  number: 'Н-1',
  amount_kop,
  explanation: 'За сделку',
  status: 'available' as const,
  hold_until: null,
});
const leads = [
  aLead(1),
  aLead(2, { status: 'won', reward: reward(1_250_050), deal_amount_kop: 50_000_000 }),
  aLead(3, { status: 'won', reward: reward(50_000) }),
  aLead(4, { status: 'rejected' }),
];

/** The board at an address, over those leads. */
async function openBoard(address = '/leads?view=board') {
  signIn();
  const served = serveLeads(leads);
  const app = openApp(address);
  await screen.findByRole('region', { name: 'Новый' });
  return { app, ...served };
}
const column = (name: string) => screen.getByRole('region', { name });

test('a column says how many leads it has and what they bring, and a card what one of them does', async () => {
  await openBoard();
  expect(await within(column('Сделка')).findByText('13 000,50 ₽')).toBeVisible();
  expect(column('Сделка')).toHaveTextContent(/^Сделка2Вознаграждения: 13 000,50 ₽/);
  const cards = await within(column('Сделка')).findAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(cards[0]).toHaveTextContent(/ 2026 ?12 500,50 ₽$/);
  expect(column('Новый')).toHaveTextContent(/^Новый1Вознаграждения: 0,00 ₽/);
});

test('what is done with is a strip that the keyboard opens and folds again', async () => {
  const { app } = await openBoard();
  const strip = within(column('Отклонен')).getByRole('button', { name: /^Отклонен/ });
  expect(strip).toHaveAttribute('aria-expanded', 'false');
  strip.focus();
  await app.user.keyboard('{Enter}');
  expect(await within(column('Отклонен')).findByRole('link', { name: 'Клиент 4' })).toBeVisible();
  await app.user.keyboard('{Enter}');
  expect(within(column('Отклонен')).queryByRole('link')).not.toBeInTheDocument();
  expect(within(column('Новый')).queryByRole('button', { name: /^Новый/ })).not.toBeInTheDocument();
});

test('a tab shows its one column, open whatever it is', async () => {
  const { app } = await openBoard();
  await app.user.click(screen.getByRole('link', { name: /^Отклоненные/ }));
  expect(await within(column('Отклонен')).findByRole('link', { name: 'Клиент 4' })).toBeVisible();
  expect(screen.getAllByRole('region')).toHaveLength(1);
});

test('on a narrow screen states are strips under the tabs, the new ones open, and a card moves by its menu', async () => {
  setViewport(360);
  const { app, changed } = await openBoard();
  await app.user.click(await screen.findByRole('button', { name: 'Переместить: Л-1 Клиент 1' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'В работе' }));
  await waitFor(() => expect(within(column('Новый')).queryByRole('listitem')).not.toBeInTheDocument());
  await app.user.click(within(column('В работе')).getByRole('button', { name: /^В работе1/ }));
  expect(await within(column('В работе')).findByRole('link', { name: 'Клиент 1' })).toBeVisible();
  expect(changed).toEqual([{ to: 'in_progress', version: 1 }]);
});

test('without a single lead the board says how leads come, as the table does', async () => {
  signIn();
  serveLeads([]);
  openApp('/leads?view=board');
  expect(await screen.findByText('Лидов пока нет')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Новый' })).not.toBeInTheDocument();
});

test('a board that did not come says so once', async () => {
  signIn();
  serveLeads(leads);
  answer('get', '/api/referral/leads/counts/', 503, { detail: 'Сервер занят.' });
  openApp('/leads?view=board');
  const problem = await screen.findByRole('alert');
  expect(problem).toHaveTextContent('Не удалось загрузить доску');
  expect(screen.getAllByRole('button', { name: 'Повторить' })).toHaveLength(1);
});
