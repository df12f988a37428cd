import type { HomeIncome } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { homeUrls } from '@/testing/data/home.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import PartnerPayments from './partner-payments.tsx';

const CLIENT = { id: '01a2b3c4-0000-7000-8000-000000000901', number: 'К-3', name: 'ООО «Ромашка»' };

const income: HomeIncome = {
  months: [
    { month: '2026-07', amount_kop: 1_000_000 },
    { month: '2026-08', amount_kop: -50_000 },
  ],
  clients: [
    { client: CLIENT, ends_at: '2099-12-05', closed_at: null, amount_kop: 900_000 },
    { client: null, ends_at: null, closed_at: null, amount_kop: 50_000 },
  ],
};

function open() {
  signIn(partner);
  return mount(<PartnerPayments payoutMethods={() => null} />, '/payments?tab=income');
}

const rowsOf = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1);

test('the income of a partner is listed by month, latest first, with links to the accruals', async () => {
  respond('get', homeUrls.income, 200, income);
  open();
  const [august, july] = await rowsOf('Доход по месяцам');
  expect(august).toHaveTextContent(/август 2026.*−500,00/);
  expect(july).toHaveTextContent(/июль 2026.*10.000,00/);
  expect(within(july as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/payments?tab=accruals&created_from=2026-07-01&created_to=2026-07-31',
  );
});

test('the income by client shows until when the client is attached', async () => {
  respond('get', homeUrls.income, 200, income);
  open();
  const [client, others] = await rowsOf('Доход по клиентам');
  expect(client).toHaveTextContent(/ООО «Ромашка».*закреплен до 5.дек.2099.*9.000,00/);
  expect(within(client as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    `/leads?view=clients&id=${CLIENT.id}`,
  );
  expect(others).toHaveTextContent(/Без клиента.*500,00/);
});

test('a failed income can be loaded again', async () => {
  respond('get', homeUrls.income, 409, { detail: 'Не вышло', code: 'conflict' });
  const { user } = open();
  const section = within(await screen.findByRole('region', { name: 'Доход по месяцам' }));
  const retry = await section.findByRole('button', { name: /Повторить/ });
  respond('get', homeUrls.income, 200, income);
  await user.click(retry);
  expect(await section.findByText('июль 2026')).toBeVisible();
});
