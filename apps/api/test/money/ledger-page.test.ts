import { readFileSync } from 'node:fs';
import { REVIEW_REASONS, stateMachines } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { DAY_SECONDS, type Person } from '../setup/ledger.ts';
import { createMoneyFixture, type MoneyFixture, ON_WON } from '../setup/money-fixture.ts';

const page = readFileSync(new URL('../../../../docs/ledger.md', import.meta.url), 'utf8');
const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
/** Cells of the example after the step: target, accruals, payments and four columns of the balance. */
const example = page
  .split('\n')
  .filter((line) => /^\| \d\. /.test(line))
  .map((row) => cellsOf(row).slice(1));

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
});
afterAll(() => database.drop());

const inPage = (kop: number | undefined) => (kop ?? 0).toLocaleString('en-US');

async function stateOf(partner: Person, lead: string) {
  const { db } = database;
  const claim = await db
    .selectFrom('claims')
    .select('target_kop')
    .where('lead_id', '=', lead)
    .executeTakeFirst();
  const balance = await db
    .selectFrom('partner_balances')
    .selectAll()
    .where('partner_id', '=', partner.id)
    .executeTakeFirst();
  expect(balance?.review_kop ?? 0).toBe(0);
  const accruals = (await fixture.accrualsOf(partner)).map(
    ({ kind, amount_kop, status }) => `${kind} ${inPage(amount_kop)} ${status}`,
  );
  const payments = (await fixture.paymentsOf(partner)).map(
    ({ amount_kop, status }) => `${inPage(amount_kop)} ${status}`,
  );
  const { hold_kop, available_kop, reserved_kop, paid_kop } = balance ?? {};
  const sums = [hold_kop, available_kop, reserved_kop, paid_kop].map(inPage);
  return { target: inPage(claim?.target_kop), accruals, payments, sums };
}

test('the example of docs/ledger.md shows the rows after each step', async () => {
  const { ledger, staff, move } = fixture;
  const { program, partner } = await fixture.createTerms(ON_WON);
  const [a, b] = [await fixture.lead(program, partner), await fixture.lead(program, partner)];
  const endHold = async () => {
    ledger.advance(14 * DAY_SECONDS);
    await ledger.mature();
  };
  const win = async (id: string, deal: number) => {
    await move(id, 'in_progress');
    await move(id, 'won', deal);
  };
  const form = () => ledger.payments.create(staff, { partner: partner.id }, undefined);
  const latestPayment = async () => (await fixture.paymentsOf(partner)).at(-1)?.id ?? '';
  const approve = async () => ledger.transitions.approve(staff, await latestPayment(), {});
  const pay = async () => fixture.pay(await latestPayment());
  const steps = [
    () => win(a.id, 1_000_000),
    endHold,
    form,
    approve,
    pay,
    () => move(a.id, 'lost'),
    () => win(b.id, 3_000_000),
    async () => {
      await endHold();
      await form();
    },
    async () => {
      await approve();
      await pay();
    },
  ];

  expect(example).toHaveLength(steps.length);
  const played: string[][] = [];
  let before = await stateOf(partner, a.id);
  for (const [at, step] of steps.entries()) {
    await step();
    const after = await stateOf(partner, at < 6 ? a.id : b.id);
    const accruals = after.accruals.filter((accrual, index) => accrual !== before.accruals[index]);
    const payments = after.payments.filter((payment, index) => payment !== before.payments[index]);
    played.push([after.target, accruals.join(', '), payments.join(', '), ...after.sums]);
    before = after;
  }
  expect(played).toEqual(example);
  await fixture.expectConsistentMoney(partner);
});

test('docs/ledger.md names tables, columns and triggers that exist', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    union select column_name from information_schema.columns where table_schema = 'public'
    union select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'
    union select tgname from pg_trigger union select indexname from pg_indexes`.execute(database.db);
  const known = new Set([...rows.map(({ name }) => name), ...REVIEW_REASONS]);
  const tables = page.split('## Tables')[1]?.split('## Example')[0] ?? '';
  const namedTypes = [
    ...[...page.matchAll(/`([a-z]+[._][a-z_]+)`/g)].map(([, name = '']) => name),
    ...[...tables.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
  ];
  expect(namedTypes.length).toBeGreaterThan(50);
  expect(namedTypes.filter((name) => !known.has(name))).toEqual([]);
});

test('docs/ledger.md lists all transitions of payments and all review reasons', () => {
  const namesIn = (text = '') => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const tableAfter = (heading: string) =>
    (page.split(heading)[1]?.split('\n\n')[0] ?? '')
      .split('\n')
      .filter((line) => /^ *\| `/.test(line))
      .map(cellsOf);
  const cycle = tableAfter('## Life cycle of a payment\n\n').map(([status, , next]) => [
    namesIn(status)[0] ?? '',
    namesIn(next),
  ]);
  expect(Object.fromEntries(cycle)).toEqual(stateMachines.payment.transitions);
  const reasons = tableAfter('one of these reasons:\n\n').flatMap(([reason]) => namesIn(reason));
  expect(reasons.filter((name) => name !== 'review_reason').sort()).toEqual([...REVIEW_REASONS].sort());
});
