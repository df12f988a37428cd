import { STATEMENT_DATES, type Statement } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import OrganizationStatement from '@/features/partner-statements/organization-statement.tsx';
import { balance, CARD_ID } from '@/testing/data/home.ts';
import { servePartner, smirnov } from '@/testing/data/partners.ts';
import { serveMoney } from '@/testing/data/payouts/payments.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import PartnerPayments from './partner-payments.tsx';

const STATEMENT = `/api/referral/partners/${CARD_ID}/statement/`;

const LEAD = { id: '01a2b3c4-0000-7000-8000-0000000000c1', number: 'Л-12', name: 'Анна' };
const line = (
  number: string,
  kind: Statement['lines'][number]['kind'],
  amount_kop: number,
  balance_kop: number,
) => ({
  at: '2026-08-10T09:00:00Z',
  number,
  kind,
  amount_kop,
  balance_kop,
  explanation: kind === 'reward' ? 'Ставка 1 500 ₽ за лид' : '',
  lead: kind === 'reward' ? LEAD : null,
  sale: null,
  transfer_day: kind === 'payment' ? '2026-08-08' : null,
});

const statement: Statement = {
  partner: balance.partner,
  from: '2026-08-01',
  to: '2026-08-31',
  opening_kop: 120_050,
  lines: [
    line('Н-7', 'reward', 937_500, 1_057_550),
    line('В-3', 'payment', -120_050, 937_500),
    line('Н-8', 'reversal', -1_000_000, -62_500),
  ],
  closing_kop: -62_500,
  closing: { hold_kop: 0, review_kop: 0, available_kop: -62_500, reserved_kop: 0 },
};

function open() {
  signIn(partner);
  return mount(
    <PartnerPayments payoutMethods={() => null} />,
    '/payments?tab=statement&from=2026-08-01&to=2026-08-31',
  );
}

const table = () => screen.findByRole('table', { name: 'Сверка с партнером' });
const sumIn = (row: HTMLElement, cell: number) => {
  const text = within(row).getAllByRole('cell').at(cell)?.textContent ?? '';
  return Number(
    text
      .replace('\u2212', '-')
      .replace(',', '.')
      .replace(/[^\d.-]/g, ''),
  );
};

test('a line for a later sale names the sale and the client', async () => {
  const sale = { id: LEAD.id, number: 'П-7', name: 'ООО «Ромашка»', client: LEAD.id };
  respond('get', STATEMENT, 200, {
    ...statement,
    lines: [{ ...line('Н-7', 'reward', 937_500, 1_057_550), lead: null, sale }],
  });
  open();
  expect(within(await table()).getByText('Продажа П-7 · ООО «Ромашка»')).toBeVisible();
});

test('each line of a statement continues the balance of the previous one', async () => {
  respond('get', STATEMENT, 200, statement);
  open();
  const [, opening, ...rows] = within(await table()).getAllByRole('row');
  const part = rows.pop();
  const closing = rows.pop();
  expect(part).toHaveTextContent(/в том числе к выплате.*−625,00/);
  expect(opening).toHaveTextContent(/1 авг 2026.*Остаток на начало/);
  expect(closing).toHaveTextContent(/31 авг 2026.*Остаток на конец/);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toHaveTextContent(/Л-12 Анна.*Ставка 1 500 ₽ за лид/);
  expect(rows[1]).toHaveTextContent(/Дата перевода 8 авг 2026/);
  expect(screen.getByText(STATEMENT_DATES)).toBeVisible();
  expect(rows.map((row) => sumIn(row, 3))).toEqual([9375, -1200.5, -10_000]);
  const balances = [opening, ...rows, closing].map((row) => sumIn(row as HTMLElement, 4));
  expect(balances).toEqual([1200.5, 10_575.5, 9375, -625, -625]);
  expect(closing).toHaveTextContent(/−625,00\s₽$/);
});

test('a period without entries shows two equal balances', async () => {
  respond('get', STATEMENT, 200, { ...statement, lines: [], closing_kop: statement.opening_kop });
  open();
  expect(within(await table()).getByText('За эти дни ничего не начислено и не выплачено')).toBeVisible();
  expect(within(await table()).getAllByText(/1\s200,50\s₽/)).toHaveLength(2);
});

test('a statement that failed to load can be reloaded', async () => {
  respond('get', STATEMENT, 400, { detail: 'Период не длиннее 366 дней.', code: 'invalid' });
  const { user } = open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Сверка не загрузилась');
  expect(alert).toHaveTextContent('Период не длиннее 366 дней');
  respond('get', STATEMENT, 200, statement);
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await table()).toBeVisible();
});

test('an organization reads the statement of a chosen partner', async () => {
  signIn();
  serveMoney({});
  servePartner({});
  respond('get', '/api/referral/partners/', 200, { next: null, previous: null, results: [smirnov] });
  respond('get', `/api/referral/partners/${smirnov.id}/statement/`, 200, statement);
  const { user } = mount(
    <OrganizationStatement header={null} />,
    '/payments?tab=statement&from=2026-08-01&to=2026-08-31',
  );
  expect(await screen.findByText(/^Выберите партнера/)).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Партнер' }));
  await user.click(await screen.findByRole('option', { name: smirnov.name }));
  expect(within(await table()).getByText('Остаток на конец')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Печать' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Экспорт' })).toBeVisible();
});
