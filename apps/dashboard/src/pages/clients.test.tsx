import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { CLIENTS, createAttachment, createClient, serveClients } from '@/testing/data/clients.ts';
import { createLead, serveLeads, windowsProgram } from '@/testing/data/leads.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, urls } from '@/testing/server.ts';
import { setViewport } from '@/testing/viewport.ts';
import LeadsPage from './leads.tsx';

// Loads the lazy view before the first test, because the first import is slow on a busy machine.
beforeAll(() => import('@/features/clients/clients.tsx').then(() => undefined));

const ADDRESS = '/leads?view=clients';
const row = async (name: string) =>
  (await screen.findByRole('link', { name: new RegExp(name) })).closest('tr') as HTMLElement;

function mountClients(address = ADDRESS) {
  signIn();
  return mount(<LeadsPage />, address);
}

test('a row shows the number, phone, partner with the term, sales, revenue, reward and last sale', async () => {
  serveClients([createClient(1)]);
  mountClients();
  const cells = within(await row('Клиент 1')).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Клиент 1К-1 · +7 916 123-45-67',
    'Смирнов Алексейзакреплен до 5 дек 2099',
    '1',
    '125 000,00 ₽',
    '9 375,01 ₽',
    '21 авг 2026',
  ]);
  expect(screen.getByRole('heading', { level: 1, name: 'Клиенты' })).toBeVisible();
});

test('a client without a live attachment has no partner, and one without a term stays attached', async () => {
  serveClients([
    createClient(1, { attachments: [createAttachment({ closed_at: '2026-08-25T10:00:00Z' })] }),
    createClient(2, { attachments: [createAttachment({ ends_at: null })], last_sale_on: null }),
    createClient(3, { attachments: [createAttachment({ ends_at: '2026-01-05' })] }),
  ]);
  mountClients();
  expect(await row('Клиент 1')).toHaveTextContent('—не закреплен');
  expect(await row('Клиент 2')).toHaveTextContent('закреплен бессрочно');
  expect(await row('Клиент 3')).toHaveTextContent(/срок закрепления вышел 5.янв.2026/);
});

test('the view switch leads from the leads to the clients and back, and drops what the other list does not know', async () => {
  serveLeads([createLead(1)]);
  serveClients([createClient(1)]);
  const { user, path } = mountClients('/leads?status=new&ordering=number&columns=status&search=Клиент');
  await screen.findByRole('link', { name: /Л-1/ });
  await user.click(screen.getByRole('radio', { name: 'Клиенты' }));
  expect(await row('К-1')).toBeVisible();
  expect(decodeURI(path())).toBe('/leads?search=Клиент&view=clients');
  await user.click(screen.getByRole('radio', { name: 'Доска' }));
  expect(decodeURI(path())).toBe('/leads?search=Клиент&view=board');
});

test('the clients are reached when there are no leads', async () => {
  serveLeads([]);
  respond('get', '/api/referral/leads/', 200, { next: null, previous: null, results: [] });
  serveClients([createClient(1)]);
  const { user } = mountClients('/leads');
  expect(await screen.findByRole('heading', { name: 'Лидов пока нет' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Клиенты' }));
  expect(await row('К-1')).toBeVisible();
});

test('the clients and their sales are exported with the filters of the list', async () => {
  serveClients([createClient(1)]);
  mountClients();
  await row('К-1');
  for (const name of ['Экспорт', 'Экспорт продаж'])
    expect(screen.getByRole('button', { name })).toBeVisible();
});

test('on a phone the views are a menu and the clients are cards', async () => {
  setViewport(360);
  serveLeads([createLead(1)]);
  serveClients([createClient(1)]);
  const { user } = mountClients('/leads');
  await user.click(await screen.findByRole('button', { name: 'Вид: Таблица' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Клиенты' }));
  const card = (await screen.findByRole('link', { name: 'Клиент 1' })).closest('li');
  expect(card).toHaveTextContent(
    /125.000,00.₽К-1 · \+7 916 123-45-67 · Смирнов Алексейзакреплен до 5.дек.2099продажа 21.авг.2026/,
  );
});

test('sorting by the last sale and filtering by program are sent to the server', async () => {
  const { queries } = serveClients([createClient(1)]);
  const { user } = mountClients(`${ADDRESS}&program=${windowsProgram.id}`);
  await row('Клиент 1');
  await user.click(screen.getByRole('button', { name: 'Последняя продажа' }));
  await waitFor(() => expect(queries.at(-1)?.['ordering']).toMatch(/last_sale/));
  expect(queries.at(-1)?.['program']).toBe(windowsProgram.id);
});

test('without clients the page says where they come from and leads to the leads', async () => {
  serveClients([]);
  mountClients();
  expect(await screen.findByRole('heading', { name: 'Клиентов пока нет' })).toBeVisible();
  expect(screen.getByText('Клиент появляется, когда лид становится сделкой')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Открыть лиды' })).toHaveAttribute('href', '/leads');
});

test('a list that failed to load can be reloaded', async () => {
  serveClients([createClient(1)]);
  respond('get', CLIENTS, 500, { detail: 'Ошибка', code: 'server_error', incident: '7F3A-21' });
  const { user } = mountClients();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Не удалось загрузить список');
  serveClients([createClient(1)]);
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await row('Клиент 1')).toBeVisible();
});

test('a partner sees own clients with the program, the term and the reward', async () => {
  const { attachments: _, email: _email, inn: _inn, version: _version, ...shown } = createClient(1);
  serveClients([
    {
      ...shown,
      organization: createLead(1).organization,
      closed_at: null,
      phone: '+7 916 ***-**-67',
      program: windowsProgram,
      starts_at: '2026-08-01',
      reward: null,
      reward_event: null,
      ends_at: '2099-12-05',
    },
  ]);
  signIn(partner);
  respond('get', urls.me, 200, partner);
  mount(<LeadsPage />, ADDRESS);
  expect(await screen.findByRole('heading', { level: 1, name: 'Мои клиенты' })).toBeVisible();
  const cells = within(await row('Клиент 1')).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Клиент 1К-1 · +7 916 ***-**-67',
    'Окна для домазакреплен до 5 дек 2099',
    '1',
    '125 000,00 ₽',
    '9 375,01 ₽',
    '21 авг 2026',
  ]);
  expect(screen.queryByRole('radio', { name: 'Доска' })).not.toBeInTheDocument();
});
