import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { emptyTables } from '../../src/testing/empty.ts';
import { readClosedMonths } from '../setup/closed-figures.ts';
import { createLedger, type Ledger } from '../setup/ledger.ts';
import { createLockOrderCheck } from '../setup/lock-order.ts';
import { compareFigures, createCompanies } from '../setup/money-company.ts';
import { closingSteps, payoutSteps, periodSteps, returnSteps, salesSteps } from '../setup/money-histories.ts';
import { createMoneyProblems, readMoneyState } from '../setup/money-problems.ts';
import { responseProblems } from '../setup/money-responses.ts';
import { createRun } from '../setup/money-run.ts';
import { type Step, steps } from '../setup/money-steps.ts';
import { payoutResponseProblems } from '../setup/payout-responses.ts';
import type { PayoutStep } from '../setup/payout-steps.ts';

// A long run consists of batches with consecutive seeds. It prints the seed to continue from.
const { MONEY_RUNS = '100', MONEY_SEED } = process.env;
const RUNS = Number(MONEY_RUNS);
const BATCH = 500;
const FIRST_SEED = MONEY_SEED === undefined ? Math.floor(Math.random() * 1e9) : Number(MONEY_SEED);

/** Most of the histories are about registries, bank statements, returns, closed months, later sales and steps of whole periods. */
const HISTORIES = fc.oneof(
  { weight: 2, arbitrary: steps(12) },
  { weight: 1, arbitrary: payoutSteps(12) },
  { weight: 2, arbitrary: salesSteps(12) },
  { weight: 1, arbitrary: returnSteps(10) },
  { weight: 1, arbitrary: closingSteps(12) },
  { weight: 1, arbitrary: periodSteps(10) },
);

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await testDatabase({ prepare: true });
  await createMoneyProblems(database.db);
  await createLockOrderCheck(database.db);
  ledger = createLedger(database.db);
});
afterAll(() => database.drop());

/** Runs a history. @throws for the first violated invariant. */
async function play(
  sequence: readonly (Step | PayoutStep)[],
  participants: Awaited<ReturnType<ReturnType<typeof createCompanies>>>,
) {
  const { staff, partners } = participants;
  const scope = { organizationId: staff.organizationId, partners: partners.map(({ id }) => id) };
  const take = createRun(ledger, participants);
  const settled = new Map<string, string>();
  const hasClosings = sequence.some(({ kind }) => kind === 'month');
  let closed = new Map<string, unknown>();
  for (const [index, step] of sequence.entries()) {
    if (!(await take(step))) continue;
    const { problems, paid } = await readMoneyState(database.db, scope);
    expect(problems).toEqual([]);
    if (hasClosings) {
      const current = await readClosedMonths(ledger, staff, scope.partners);
      for (const [month, figures] of current) expect(figures).toEqual(closed.get(month) ?? figures);
      closed = current;
    }
    const partner = partners[index % 2];
    // Responses are checked less often than tables, because together they take as long as everything else.
    if (partner !== undefined && (index % 5 === 4 || index === sequence.length - 1)) {
      const role = sequence.length % 2 === 0 ? 'organization' : 'partner';
      expect(await responseProblems(ledger, staff, partner, role)).toEqual([]);
    }
    for (const { id, problem } of paid) {
      expect(problem).toBe(settled.get(id) ?? problem);
      settled.set(id, problem);
    }
  }
  for (const partner of partners) expect(await payoutResponseProblems(ledger, staff, partner)).toEqual([]);
}

test(
  'random histories keep all invariants of money',
  async () => {
    const startedAt = performance.now();
    for (let done = 0, seed = FIRST_SEED; done < RUNS; done += BATCH, seed += 1) {
      // Keeps the tables small and the results of a seed reproducible.
      await emptyTables(database.db);
      const nextParticipants = createCompanies(ledger);
      const numRuns = Math.min(BATCH, RUNS - done);
      await fc.assert(
        fc.asyncProperty(HISTORIES, async (sequence) => play(sequence, await nextParticipants())),
        { seed, numRuns },
      );
      const [stored, recomputed] = await compareFigures(database.db);
      expect(recomputed).toEqual(stored);
      if (RUNS > BATCH) report(done + numRuns, seed + 1, startedAt);
    }
  },
  RUNS * 3000,
);

function report(done: number, seed: number, startedAt: number) {
  const ms = ((performance.now() - startedAt) / done).toFixed(1);
  process.stdout.write(
    `${done} of ${RUNS} histories, ${ms} ms each; go on: MONEY_SEED=${seed} MONEY_RUNS=${RUNS - done}\n`,
  );
}
