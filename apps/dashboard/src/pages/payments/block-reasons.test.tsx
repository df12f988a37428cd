import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { createPayable, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import { OrganizationPayments } from './organization-payments.tsx';

const blocked = {
  count: 3,
  sum_kop: 900_000,
  reasons: [
    { code: 'below_minimum' as const, count: 1, sum_kop: 100_000 },
    { code: 'no_method' as const, count: 2, sum_kop: 800_000 },
  ],
};
const noMethod = { blockers: [{ code: 'no_method', detail: 'Не указано, куда платить.' }] };

/** Mounts the payments page and collects the queries of the list. */
async function open(
  search = '',
  payables = [createPayable('Петрова Мария', 500_000, noMethod)],
  precedingKop = 0,
) {
  serveMoney({ totals: { blocked, debts: { count: 1, sum_kop: -5000 } } });
  const searches: string[] = [];
  server.use(
    http.get(`${PAYMENTS}eligible/`, ({ request }) => {
      searches.push(new URL(request.url).search);
      return HttpResponse.json({
        ...{ next: null, previous: null, preceding_kop: precedingKop },
        results: payables,
      });
    }),
  );
  signIn();
  const app = mount(<OrganizationPayments />, `/payments${search}`);
  await screen.findByRole('link', { name: /^Пока нельзя/ });
  return { ...app, searches };
}

test('each figure filters the list to its rows', async () => {
  const { user, path, searches } = await open();
  expect(await screen.findByRole('link', { name: /^Пока нельзя.*3.партнера, 2.причины/ })).toBeVisible();
  for (const [name, due] of [
    [/^Можно выплатить/, 'ready'],
    [/^Пока нельзя/, 'blocked'],
    [/^Долги/, 'debts'],
  ] as const) {
    await user.click(screen.getByRole('link', { name }));
    expect(path()).toBe(`/payments?due=${due}`);
    expect(searches.at(-1)).toBe(`?due=${due}`);
    expect(screen.getByRole('combobox', { name: 'Кого показать' })).toHaveValue(due);
  }
});

test('blocking reasons are listed by amount, and each filters the list', async () => {
  const { user, path, searches } = await open('?due=blocked');
  const reasons = within(await screen.findByRole('navigation', { name: 'Почему нельзя заплатить' }));
  expect(reasons.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Нет реквизитов2.партнера, 8.000,00.₽$/),
    expect.stringMatching(/^Меньше минимальной выплаты1.партнер, 1.000,00.₽$/),
  ]);
  await user.click(reasons.getByRole('link', { name: /^Нет реквизитов/ }));
  expect(path()).toBe('/payments?due=blocked&reason=no_method');
  expect(searches.at(-1)).toBe('?due=blocked&reason=no_method');
  const chosen = screen.getByRole('link', { name: /^Нет реквизитов2/ });
  expect(chosen).toHaveAttribute('aria-current', 'true');
  await user.click(chosen);
  expect(path()).toBe('/payments?due=blocked');
});

test('the unfiltered list shows no reasons', async () => {
  await open();
  expect(await screen.findByText('Петрова Мария')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Почему нельзя заплатить' })).not.toBeInTheDocument();
});

test('a filter without matches can be reset', async () => {
  const { user, path } = await open('?due=debts', []);
  expect(await screen.findByText('По этим условиям никого нет')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Показать всех' }));
  expect(path()).toBe('/payments');
});

test('the running total continues the total of the previous pages', async () => {
  await open('', [createPayable('Яшин Лев', 100_050)], 330_000);
  expect(await screen.findByText(/^4\s300,50\s₽$/)).toBeVisible();
});

test('the ledger names the kind, the account and the waiting time, and its running total skips blocked partners', async () => {
  const now = new Date('2026-08-22T10:00:00Z').getTime();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  await open('', [
    createPayable('Арбузов Павел', 330_000),
    createPayable('Петрова Мария', 500_000, { ...noMethod, method: null }),
    createPayable('Яшин Лев', 100_050, { partner_kind: 'self_employed' }),
  ]);
  const rows = within(await screen.findByRole('list', { name: 'К выплате' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    expect.stringMatching(/Вид.*Куда.*Ждет.*К выплате.*Нарастающий итог/),
    expect.stringMatching(/^Арбузов.*ИП.*Т-.Банк.*ждет 2 дня3 300,00 ₽итог 3 300,00 ₽$/),
    expect.stringMatching(/^Петрова.*ждет 2 дня5 000,00 ₽ ?Нет реквизитов/),
    expect.stringMatching(/^Яшин.*Самозанят.*1 000,50 ₽итог 4 300,50 ₽$/),
  ]);
  vi.restoreAllMocks();
});
