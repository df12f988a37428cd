import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import TaxMonths from './tax-months.tsx';

const month = {
  month: '2026-08',
  payments: 1,
  returns: 0,
  amount_kop: 1_000_000,
  tax_kop: 130_000,
  settled_kop: 50_000,
  contributions_kop: 300_000,
  contributions_due_on: '2026-09-28',
  periods: [
    { from: '2026-08-01', to: '2026-08-22', due_on: '2026-08-28', payments: 1, tax_kop: 130_000 },
    { from: '2026-08-23', to: '2026-08-31', due_on: '2026-09-07', payments: 0, tax_kop: 0 },
  ],
};

const year = {
  year: '2026',
  kinds: [
    {
      kind: 'ip',
      partners: 2,
      payments: 3,
      returns: 1,
      amount_kop: 1_500_000,
      tax_kop: 0,
      settled_kop: 0,
      contributions_kop: 0,
    },
    {
      kind: null,
      partners: 1,
      payments: 1,
      returns: 0,
      amount_kop: 100_000,
      tax_kop: 0,
      settled_kop: 0,
      contributions_kop: 0,
    },
  ],
};
const serveYear = (body: typeof year = year) => respond('get', `${PAYMENTS}taxes/year/`, 200, body);

test('the taxes of a month are shown with their due days and can be exported', async () => {
  serveMoney({});
  respond('get', `${PAYMENTS}taxes/`, 200, month);
  serveYear();
  signIn();
  mount(<TaxMonths header={null} />);
  const section = within(await screen.findByRole('region', { name: 'НДФЛ и взносы' }));
  expect((await section.findByText('НДФЛ за 1–22')).closest('div')).toHaveTextContent(
    /1.300,00.₽, уплатить до 28/,
  );
  expect(section.getByText('Зачтено').closest('div')).toHaveTextContent(/500,00.₽, переведено раньше/);
  expect(section.getByText('Выплачено').closest('div')).toHaveTextContent(/8.200,00.₽/);
  expect(section.getByText('НДФЛ за 23–31').closest('div')).toHaveTextContent(/0,00.₽$/);
  expect(section.getByText('Взносы').closest('div')).toHaveTextContent(/3.000,00.₽, уплатить до 28/);
  expect(section.getByRole('combobox', { name: 'Месяц выплаты' })).toBeVisible();
  expect(section.getByRole('button', { name: 'Экспорт' })).toBeVisible();
});

test('a month with only a return shows its sums with a minus', async () => {
  serveMoney({});
  const returned = { ...month, payments: 0, returns: 1, amount_kop: -1_000_000, tax_kop: -130_000 };
  respond('get', `${PAYMENTS}taxes/`, 200, { ...returned, settled_kop: 0 });
  serveYear({ ...year, kinds: [] });
  signIn();
  mount(<TaxMonths header={null} />);
  const section = within(await screen.findByRole('region', { name: 'НДФЛ и взносы' }));
  expect((await section.findByText('Начислено')).closest('div')).toHaveTextContent(
    /[-−]10.000,00.₽, 0.выплат, 1.возврат$/,
  );
  expect(section.getByRole('button', { name: 'Экспорт' })).toBeVisible();
});

test('a month without taxed payments is empty and has no export', async () => {
  serveMoney({});
  respond('get', `${PAYMENTS}taxes/`, 200, { ...month, payments: 0, tax_kop: 0 });
  serveYear({ ...year, kinds: [] });
  signIn();
  mount(<TaxMonths header={null} />);
  expect(await screen.findByText(/выплат физическим лицам с удержанием НДФЛ не было/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Экспорт' })).not.toBeInTheDocument();
});

test('the payments of a year are summed by the kind of the partner, with a file', async () => {
  serveMoney({});
  respond('get', `${PAYMENTS}taxes/`, 200, month);
  serveYear();
  signIn();
  mount(<TaxMonths header={null} />);
  const section = within(await screen.findByRole('region', { name: 'Выплаты за год' }));
  expect((await section.findByText('Тип неизвестен')).closest('div')).toHaveTextContent(
    /1.000,00.₽, 1.выплата, 1.партнер/,
  );
  expect(section.getByText(/15.000,00.₽, 3.выплаты, 1.возврат, 2.партнера/)).toBeVisible();
  expect(section.getByRole('combobox', { name: 'Налоговый период' })).toBeVisible();
  expect(section.getByRole('button', { name: 'Экспорт' })).toBeVisible();
});

test('a year without payments is empty, and a failure can be retried', async () => {
  serveMoney({});
  respond('get', `${PAYMENTS}taxes/`, 200, month);
  respond('get', `${PAYMENTS}taxes/year/`, 500, {});
  signIn();
  mount(<TaxMonths header={null} />);
  expect(await screen.findByText('Выплаты за год не загрузились')).toBeVisible();
  const section = within(screen.getByRole('region', { name: 'Выплаты за год' }));
  expect(section.queryByRole('button', { name: 'Экспорт' })).not.toBeInTheDocument();
  serveYear({ ...year, kinds: [] });
  screen.getByRole('button', { name: 'Повторить' }).click();
  expect(await screen.findByText('В этом году выплат не было.')).toBeVisible();
});

test('a manager sees which positions can read taxes', async () => {
  serveMoney({});
  signIn({ ...anna, position: 'manager', permissions: ['payments'] });
  mount(<TaxMonths header={null} />);
  expect(await screen.findByText('Налоги видят владельцы и бухгалтеры.')).toBeVisible();
});
