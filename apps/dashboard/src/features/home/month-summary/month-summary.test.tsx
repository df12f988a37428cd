import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { figures, homeSales, homeUrls, payoutTotals } from '@/testing/data/home.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { MonthSummary } from './month-summary.tsx';

const COUNTS_URL = '/api/referral/payments/counts/';
const NO_COUNTS = Object.fromEntries(
  ['requested', 'draft', 'approved', 'processing', 'paid', 'failed', 'canceled', 'returned'].map((status) => [
    status,
    0,
  ]),
);
const july = { ...figures, from: '2026-07-01', to: '2026-07-31' };
const june = {
  ...figures,
  from: '2026-06-01',
  to: '2026-06-30',
  won: 4,
  deal_kop: 50_000_000,
  rewards_kop: 0,
  reward_per_deal_kop: 500_020,
  paid_kop: 1_000_000,
};

/** Periods of the requested figures. */
let periods: string[];

/** Answers the figures of July, and those of June for the month before. */
function serveMonths(ofJuly: object = {}) {
  server.use(
    http.get(homeUrls.summary, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const period = `${searchParams.get('from')} ${searchParams.get('to')}`;
      periods.push(period);
      const current = period.startsWith('2026-06') ? june : { ...july, ...ofJuly };
      return HttpResponse.json({ current, previous: june });
    }),
  );
}

beforeEach(() => {
  periods = [];
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-21T11:10:00Z') });
  respond('get', COUNTS_URL, 200, { ...NO_COUNTS, all: 3, paid: 3 });
  serveMonths();
});
afterEach(() => void vi.useRealTimers());

async function open(path = '/summary') {
  signIn({ ...anna, organization: { id: '1', name: 'Домашний мастер' } });
  const app = mount(<MonthSummary />, path);
  await screen.findByRole('heading', { level: 1, name: 'Итоги месяца' });
  return app;
}

const findSection = async (name: string) => within(await screen.findByRole('region', { name }));
const getQuery = (link: HTMLElement) =>
  Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams);

test('the figures of the month are exported with the number of paid partners', async () => {
  const { user } = await open();
  let query = {};
  server.use(
    http.get('/api/home/summary/export/', ({ request }) => {
      query = Object.fromEntries(new URL(request.url).searchParams);
      return new HttpResponse('С;По', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Экспорт: итоги месяца' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(query).toEqual({ from: '2026-07-01', to: '2026-07-31', format: 'csv' }));
});

test('the last complete month is shown, and each figure links to its rows', async () => {
  await open();
  expect(await screen.findByRole('combobox', { name: 'Месяц' })).toHaveDisplayValue('июль 2026');
  const paid = await findSection('Выплачено за месяц');
  expect(getQuery(await paid.findByRole('link', { name: /^Сумма ?9.000,00/ }))).toEqual({
    tab: 'payments',
    status: 'paid',
    paid_from: '2026-07-01',
    paid_to: '2026-07-31',
  });
  expect(paid.getByRole('link', { name: /^Выплаты ?3$/ })).toBeVisible();
  expect(paid.getByText(/^Выплачено 2.партнерам$/)).toBeVisible();
  const deals = await findSection('Сделки');
  expect(getQuery(deals.getByRole('link', { name: /^Сделки ?5$/ }))).toEqual({
    status: 'won',
    created_from: '2026-07-01',
    created_to: '2026-07-31',
  });
  expect(getQuery(deals.getByRole('link', { name: /^Вознаграждения ?12.500,50/ }))).toMatchObject({
    tab: 'accruals',
    created_from: '2026-07-01',
  });
  expect(deals.getByText(/^12,8.% от 39.лидов месяца$/)).toBeVisible();
  expect([...periods].sort()).toEqual(['2026-06-01 2026-06-30', '2026-07-01 2026-07-31']);
});

test('sales are split into new and repeat, with the partners of the largest revenue', async () => {
  server.use(
    http.get(homeUrls.sales, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('from') === '2026-06-01'
          ? { ...homeSales, current: homeSales.previous }
          : homeSales,
      ),
    ),
  );
  await open();
  const sales = await findSection('Продажи');
  expect(await sales.findByText(/^из них повторных 2$/)).toBeVisible();
  expect(sales.getByText(/^33,3.% выручки$/)).toBeVisible();
  expect(await sales.findByText(/^на 100,0.% больше, чем в июне$/)).toBeVisible();
  const [, row] = within(sales.getByRole('table', { name: 'Партнеры по выручке' })).getAllByRole('row');
  expect(row).toHaveTextContent(/Смирнов Алексей.*5.продаж.*20.000,00.*50.000,00/);
});

test('a month without sales has no section for them', async () => {
  const current = { ...homeSales.current, sales: 0, revenue_kop: 0 };
  respond('get', homeUrls.sales, 200, { ...homeSales, current, partners: [] });
  await open();
  await findSection('Сделки');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Продажи' })).not.toBeInTheDocument());
});

test('figures are compared with the month before in words', async () => {
  await open();
  const paid = await findSection('Выплачено за месяц');
  expect(await paid.findByText(/^на 10,0.% меньше, чем в июне$/)).toBeVisible();
  const deals = await findSection('Сделки');
  expect(deals.getByText(/^на 25,0.% больше, чем в июне$/)).toBeVisible();
  expect(deals.getByText('столько же, сколько в июне')).toBeVisible();
  expect(deals.getByText('в июне не было')).toBeVisible();
  expect(deals.getByText(/^на 50,0.% меньше, чем в июне$/)).toBeVisible();
});

test('the current month ends today and is not compared', async () => {
  await open('/summary?month=2026-08');
  expect(await screen.findByText(/^Месяц еще не закончился/)).toBeVisible();
  expect(periods).toContain('2026-08-01 2026-08-21');
  expect(await screen.findByRole('button', { name: 'Следующий месяц' })).toBeDisabled();
  await screen.findByRole('link', { name: /^Сделки ?5$/ });
  expect(screen.queryByText(/чем в июле/)).toBeNull();
});

test.each(['2026-09', '2026-13', 'июль'])('the month %s of the URL is ignored', async (month) => {
  await open(`/summary?month=${encodeURIComponent(month)}`);
  expect(await screen.findByRole('combobox', { name: 'Месяц' })).toHaveDisplayValue('июль 2026');
});

test('the buttons and the list change the month in the URL', async () => {
  const { user, path } = await open();
  await user.click(await screen.findByRole('button', { name: 'Предыдущий месяц' }));
  expect(path()).toBe('/summary?month=2026-06');
  await user.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  expect(path()).toBe('/summary');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Месяц' }), 'май 2026');
  expect(path()).toBe('/summary?month=2026-05');
});

test('the sums of the next seven days are added up, with their days', async () => {
  respond('get', homeUrls.totals, 200, {
    ...payoutTotals,
    releases: {
      next: [
        { date: '2026-08-22', amount_kop: 100_000 },
        { date: '2026-08-27', amount_kop: 50_000 },
        { date: '2026-08-28', amount_kop: 70_000 },
      ],
      later_kop: 0,
    },
  });
  await open();
  const due = await findSection('К выплате за 7 дней');
  expect(await due.findByText(/^22.авг: 1.000,00.₽$/)).toBeVisible();
  expect(due.getByText(/^27.авг: 500,00.₽$/)).toBeVisible();
  expect(due.queryByText(/^28.авг/)).toBeNull();
  expect(due.getByText(/^Станет доступно до 27.авг$/)).toHaveTextContent(/1.500,00/);
  expect(due.getByRole('link', { name: /^Можно выплатить/ })).toHaveAttribute('href', '/payments?due=ready');
  expect(getQuery(due.getByRole('link', { name: /^Всего на удержании ?10.000,00/ }))).toEqual({
    tab: 'accruals',
    status: 'hold',
  });
});

test('every section has an export, and the best partners link to their cards', async () => {
  await open();
  const partners = await findSection('Лучшие партнеры');
  expect(await partners.findByRole('link', { name: 'Смирнов Алексей' })).toBeVisible();
  expect(partners.getByRole('row', { name: /24.лида 5.сделок 500.000,00.₽ 12.500,50.₽/ })).toBeVisible();
  for (const name of ['Выплачено за месяц', 'К выплате за 7 дней', 'Сделки', 'Лучшие партнеры'])
    expect((await findSection(name)).getByRole('button', { name: /^Экспорт: / })).toBeVisible();
});

test('a month without leads and payments says so and keeps the sums that are due', async () => {
  serveMonths({ leads: 0, won: 0, rewards_kop: 0, paid_kop: 0, returned_kop: 0 });
  await open();
  const empty = await findSection('За этот месяц ничего нет');
  expect(empty.getByText(/^В июле 2026 года не было ни лидов, ни выплат/)).toBeVisible();
  expect(empty.getByRole('link', { name: 'откройте программы' })).toBeVisible();
  expect(await findSection('К выплате за 7 дней')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Лучшие партнеры' })).toBeNull();
});

test('figures that failed to load can be reloaded', async () => {
  respond('get', COUNTS_URL, 400, { detail: 'Не сейчас.', code: 'invalid' });
  const { user } = await open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Не удалось загрузить показатели');
  respond('get', COUNTS_URL, 200, { ...NO_COUNTS, all: 3, paid: 3 });
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: /^Выплаты ?3$/ })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the page can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Печать' }));
  expect(print).toHaveBeenCalledOnce();
});
