import type { Statement } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { balance, CARD } from '../../../testing/data/home.ts';
import { partner, signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { answer } from '../../../testing/server.ts';

const STATEMENT = `/api/referral/partners/${CARD}/statement/`;

const line = (number: string, kind: Statement['lines'][number]['kind'], amount_kop: number) => ({
  at: '2026-08-10T09:00:00Z',
  number,
  kind,
  amount_kop,
  explanation: '',
});

const statement: Statement = {
  partner: balance.partner,
  from: '2026-08-01',
  to: '2026-08-31',
  opening_kop: 120_050,
  lines: [
    line('Н-7', 'reward', 937_500),
    line('В-3', 'payment', -120_050),
    line('Н-8', 'reversal', -1_000_000),
  ],
  closing_kop: -62_500,
};

function open() {
  signIn(partner);
  return openApp('/payments?tab=statement&from=2026-08-01&to=2026-08-31');
}

const table = () => screen.findByRole('table', { name: 'Выписка' });
const sumOf = (row: HTMLElement) => {
  const shown = within(row).getAllByRole('cell').at(-1)?.textContent ?? '';
  return Number(
    shown
      .replace('\u2212', '-')
      .replace(',', '.')
      .replace(/[^\d.-]/g, ''),
  );
};

test('on the screen the lines lead from the first balance to the last', async () => {
  answer('get', STATEMENT, 200, statement);
  open();
  const [, opening, ...rows] = within(await table()).getAllByRole('row');
  const closing = rows.pop();
  expect(opening).toHaveTextContent(/1 авг 2026.*Остаток на начало/);
  expect(closing).toHaveTextContent(/31 авг 2026.*Остаток на конец/);
  expect(rows).toHaveLength(3);
  const shown = [opening, ...rows].map((row) => sumOf(row as HTMLElement));
  expect(shown).toEqual([1200.5, 9375, -1200.5, -10_000]);
  expect(shown.reduce((sum, one) => sum + one, 0)).toBe(sumOf(closing as HTMLElement));
  expect(closing).toHaveTextContent(/−625,00\s₽$/);
});

test('a period in which nothing happened says so between two equal balances', async () => {
  answer('get', STATEMENT, 200, { ...statement, lines: [], closing_kop: statement.opening_kop });
  open();
  expect(within(await table()).getByText('За эти дни ничего не начислено и не выплачено')).toBeVisible();
  expect(within(await table()).getAllByText(/1\s200,50\s₽/)).toHaveLength(2);
});

test('a statement that did not come can be asked for again', async () => {
  answer('get', STATEMENT, 400, { detail: 'Период не длиннее 366 дней.', code: 'invalid' });
  const { user } = open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Выписка не загрузилась');
  expect(alert).toHaveTextContent('Период не длиннее 366 дней');
  answer('get', STATEMENT, 200, statement);
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await table()).toBeVisible();
});
