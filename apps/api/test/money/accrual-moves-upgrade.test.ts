import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accrualMoves } from '../../src/database/migrations/0060-accrual-moves.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { moneyAt } from '../setup/balances-at.ts';
import { createLedger } from '../setup/ledger.ts';
import { createCompanies } from '../setup/money-company.ts';
import { createMoneyProblems, findMoneyProblems, type Scope } from '../setup/money-problems.ts';
import { createRun } from '../setup/money-run.ts';
import { payoutSteps, steps } from '../setup/money-steps.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Balances at a moment, with one sum for available and reserved: earlier payments of an accrual are not known. */
async function knownAt(scope: Scope, moment: Date) {
  const { balances } = await moneyAt(database.db, scope, moment);
  const known: Record<string, number> = {};
  for (const [key, kop] of Object.entries(balances)) {
    const account = key.replace(/available|reserved/, 'unpaid');
    known[account] = (known[account] ?? 0) + kop;
  }
  return Object.fromEntries(Object.entries(known).filter(([, kop]) => kop !== 0));
}

test('the upgrade rebuilds the moves from rows and journal: last states, and past balances up to the payments', async () => {
  const { db } = database;
  await createMoneyProblems(db);
  const ledger = createLedger(db);
  const nextParticipants = createCompanies(ledger);
  const scopes: Scope[] = [];
  await fc.assert(
    fc.asyncProperty(fc.oneof(steps(30), payoutSteps(30)), async (sequence) => {
      const participants = await nextParticipants();
      const take = createRun(ledger, participants);
      for (const step of sequence) {
        await take(step);
        ledger.advance(3600);
      }
      await ledger.mature();
      const { organizationId } = participants.staff;
      scopes.push({ organizationId, partners: participants.partners.map(({ id }) => id) });
    }),
    { numRuns: 25 },
  );
  const { rows: moments } = await sql<{ at: Date }>`
    select distinct effective_at as at from accrual_moves order by 1`.execute(db);
  expect(moments.length).toBeGreaterThan(10);
  const balances = async () => {
    const found = [];
    for (const scope of scopes) for (const { at } of moments) found.push(await knownAt(scope, at));
    return found;
  };
  const before = await balances();
  await sql`drop table accrual_moves cascade`.execute(db);
  await db.transaction().execute((trx) => accrualMoves.up(trx));
  for (const scope of scopes) expect(await findMoneyProblems(db, scope)).toEqual([]);
  expect(await balances()).toEqual(before);
  const { rows } = await sql`select distinct cause from accrual_moves`.execute(db);
  expect(rows).toEqual([{ cause: 'migrated' }]);
});
