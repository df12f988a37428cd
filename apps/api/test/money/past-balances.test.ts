import type { Partner } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStatement } from '../../src/money/partner-statement/statement.ts';
import { payoutTotals, payoutTotalsAt } from '../../src/money/payable/payable.ts';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { moneyAt, moneyNow } from '../setup/balances-at.ts';
import { DAY_SECONDS } from '../setup/ledger.ts';
import { createCompanies } from '../setup/money-company.ts';
import { createMoneyFixture, type MoneyFixture, ON_WON } from '../setup/money-fixture.ts';
import { payoutSteps } from '../setup/money-histories.ts';
import { createRun } from '../setup/money-run.ts';
import { steps } from '../setup/money-steps.ts';

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
});
afterAll(() => database.drop());

const dayOf = (moment: Date) => moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
const endOf = (day: string) => new Date(Date.parse(`${day}T20:59:59.999Z`));
const ALL = { ordering: '-created_at', page_size: 100 } as const;
const STATUSES = ['hold', 'review', 'available', 'reserved', 'paid'] as const;

/** Sums by partner and status that the list of partners shows, without zeros. */
const toShown = (partners: readonly Pick<Partner, 'id' | 'balance'>[]) =>
  Object.fromEntries(
    partners.flatMap(({ id, balance }) =>
      STATUSES.map((status) => [`${id} ${status}`, balance[`${status}_kop`]] as const).filter(
        ([, kop]) => kop !== 0,
      ),
    ),
  );
/** Without canceled accruals, which no balance contains. */
const toEarned = (balances: Record<string, number>) =>
  Object.fromEntries(Object.entries(balances).filter(([key]) => !key.endsWith(' canceled')));

test('balances of past moments, rebuilt from moves, equal those that lists, statements and totals showed', async () => {
  const { db } = database;
  const { ledger } = fixture;
  const nextParticipants = createCompanies(ledger);
  await fc.assert(
    fc.asyncProperty(fc.oneof(steps(10), payoutSteps(10)), async (sequence) => {
      const participants = await nextParticipants();
      const { staff, partners } = participants;
      const scope = { organizationId: staff.organizationId, partners: partners.map(({ id }) => id) };
      const take = createRun(ledger, participants);
      const seen = new Map<string, Record<string, number>>();
      const shown: [moment: Date, balances: Record<string, number>][] = [];
      for (const step of sequence) {
        await take(step);
        const { results } = await ledger.partners.list(staff, ALL);
        shown.push([ledger.clock(), toShown(results.filter(({ id }) => scope.partners.includes(id)))]);
        const day = dayOf(ledger.clock());
        seen.set(day, (await moneyNow(db, scope, endOf(day))).balances);
        ledger.advance(DAY_SECONDS);
      }
      for (const [day, money] of seen) {
        const { results } = await ledger.partners.list(staff, { ...ALL, at: day });
        for (const { id } of partners) {
          const expected = Object.fromEntries(
            STATUSES.map((status) => [`${status}_kop`, money[`${id} ${status}`] ?? 0]),
          );
          expect(results.find((partner) => partner.id === id)?.balance, day).toMatchObject(expected);
          const { closing, closing_kop } = await buildStatement(
            db,
            staff,
            id,
            { from: '2026-03-01', to: day },
            ledger.clock(),
          );
          expect(expected).toMatchObject(closing);
          expect(Object.values(closing).reduce((sum, kop) => sum + kop)).toBe(closing_kop);
        }
      }
      await ledger.mature();
      // The organization has partners of earlier histories, which the totals include.
      const rows = await db
        .selectFrom('partners')
        .select('id')
        .where('organization_id', '=', staff.organizationId)
        .execute();
      const everyone = { ...scope, partners: rows.map(({ id }) => id) };
      for (const day of seen.keys()) {
        const { balances } = await moneyAt(db, everyone, endOf(day));
        const totals = await payoutTotalsAt(db, staff, day, ledger.clock());
        const sumIn = (status: string) =>
          Object.entries(balances).reduce(
            (sum, [key, kop]) => sum + (key.endsWith(` ${status}`) ? kop : 0),
            0,
          );
        expect(
          [totals.hold, totals.review, totals.under_way, totals.paid].map(({ sum_kop }) => sum_kop),
          day,
        ).toEqual(['hold', 'review', 'reserved', 'paid'].map(sumIn));
        expect(totals.ready.sum_kop + totals.debts.sum_kop, day).toBe(sumIn('available'));
      }
      for (const [moment, balances] of shown)
        expect(toEarned((await moneyAt(db, scope, moment)).balances), moment.toISOString()).toEqual(balances);
    }),
    { numRuns: 12 },
  );
});

test('the totals of a past day are the balances of that day, and those of today are the current ones', async () => {
  const { db } = database;
  const { ledger, staff } = fixture;
  const { partner } = await fixture.createReward(ON_WON, 'won');
  const day = (later: number) => dayOf(new Date(ledger.clock().getTime() + later * DAY_SECONDS * 1000));
  const [first, beforeEnd, end] = [day(0), day(13), day(14)];
  ledger.advance(20 * DAY_SECONDS);
  const totalsOf = async (at: string) => {
    const { ready, hold, under_way, paid } = await payoutTotalsAt(db, staff, at, ledger.clock());
    return [ready, hold, under_way, paid].map(({ count, sum_kop }) => [count, sum_kop]);
  };
  const one = [1, 75_000];
  const none = [0, 0];
  // The hold has ended, and the job has not run.
  expect(await totalsOf(beforeEnd)).toEqual([none, one, none, none]);
  expect(await totalsOf(end)).toEqual([one, none, none, none]);
  const formed = dayOf(ledger.clock());
  const { id } = await ledger.payments.create(staff, { partner: partner.id }, undefined);
  await ledger.transitions.approve(staff, id, {});
  ledger.advance(DAY_SECONDS);
  await fixture.pay(id);
  expect(await totalsOf(first)).toEqual([none, one, none, none]);
  expect(await totalsOf(formed)).toEqual([none, none, one, none]);
  const today = dayOf(ledger.clock());
  // Release dates are known for today only.
  const { releases: _, ...current } = await payoutTotals(db, staff, ledger.clock());
  expect(await payoutTotalsAt(db, staff, today, ledger.clock())).toEqual(current);
  const tomorrow = dayOf(new Date(ledger.clock().getTime() + DAY_SECONDS * 1000));
  await expect(payoutTotalsAt(db, staff, tomorrow, ledger.clock())).rejects.toMatchObject({
    response: { status: 400 },
  });
});
