import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { ClosedMonthsSection } from './closed-months.tsx';

const MONTHS = '/api/referral/closed-months/';
const allOpen = { closed: null, open: ['2026-09', '2026-10'], history: [] };
const closing = {
  closed: '2026-10',
  is_reopening: false,
  reason: '',
  at: '2026-11-03T09:00:00Z',
  by: 'Иванова А.',
};
const closed = { closed: '2026-10', open: [], history: [closing] };

test('an owner closes a month after a confirmation', async () => {
  respond('get', MONTHS, 200, allOpen);
  signIn();
  const { user } = mount(<ClosedMonthsSection />);
  expect(await screen.findByText('Все месяцы открыты.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Закрыть по месяц' }), 'октябрь 2026');
  await user.click(screen.getByRole('button', { name: 'Закрыть' }));
  const { release, bodies } = holdResponse('post', MONTHS, closed);
  const dialog = await screen.findByRole('dialog', { name: 'Закрыть месяц?' });
  expect(dialog).toHaveTextContent('По октябрь 2026 включительно');
  const confirm = screen.getAllByRole('button', { name: 'Закрыть' }).at(-1) as HTMLElement;
  await user.dblClick(confirm);
  await waitFor(() => expect(bodies).toEqual([{ month: '2026-10' }]));
  respond('get', MONTHS, 200, closed);
  release();
  expect(await screen.findByText('Закрыто по октябрь 2026 включительно.')).toBeVisible();
  expect(screen.getByText(/Иванова А.: закрыто по октябрь 2026/)).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Закрыть по месяц' })).not.toBeInTheDocument();
});

test('a month is opened again only with a reason', async () => {
  respond('get', MONTHS, 200, closed);
  signIn();
  const { user } = mount(<ClosedMonthsSection />);
  await user.click(await screen.findByRole('button', { name: 'Открыть октябрь 2026' }));
  const submit = await screen.findByRole('button', { name: 'Открыть' });
  await user.click(submit);
  expect(await screen.findByText('Укажите причину')).toBeVisible();
  const { release, bodies } = holdResponse('post', `${MONTHS}reopen/`, allOpen);
  await user.type(screen.getByRole('textbox', { name: 'Причина' }), 'Опоздал документ');
  await user.click(submit);
  await waitFor(() => expect(bodies).toEqual([{ month: '2026-10', reason: 'Опоздал документ' }]));
  const reopening = {
    ...closing,
    at: '2026-11-04T09:00:00Z',
    closed: '2026-09',
    is_reopening: true,
    reason: 'Опоздал документ',
  };
  respond('get', MONTHS, 200, { closed: '2026-09', open: ['2026-10'], history: [reopening, closing] });
  release();
  expect(
    await screen.findByText(/снова открыто, закрыто по сентябрь 2026. Причина: Опоздал документ/),
  ).toBeVisible();
});

test('an accountant sees closed months and cannot change them', async () => {
  respond('get', MONTHS, 200, closed);
  signIn({ ...anna, position: 'accountant', permissions: ['payments', 'closedMonths'] });
  mount(<ClosedMonthsSection />);
  expect(await screen.findByText('Закрыто по октябрь 2026 включительно.')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a failed list of closed months can be loaded again', async () => {
  respond('get', MONTHS, 500, {});
  signIn();
  const { user } = mount(<ClosedMonthsSection />);
  expect(await screen.findByText('Закрытые месяцы не загрузились')).toBeVisible();
  respond('get', MONTHS, 200, allOpen);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Все месяцы открыты.')).toBeVisible();
});
