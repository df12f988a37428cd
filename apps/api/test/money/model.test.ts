import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Staff } from '../../src/platform/viewer.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import {
  createLedger,
  type Ledger,
  newOrganization,
  newPartners,
  newProgram,
  START,
} from '../setup/ledger.ts';
import { answerProblems } from '../setup/money-answers.ts';
import { createMoneyOrder, moneyProblems, paidPayments } from '../setup/money-order.ts';
import { createRun } from '../setup/money-run.ts';
import { steps } from '../setup/money-steps.ts';

const { MONEY_RUNS = '1000' } = process.env;
const RUNS = Number(MONEY_RUNS);

let database: TestDatabase;
let ledger: Ledger;
let staff: Staff;
let programs: string[];
let made = 0;
const taken: Record<string, number> = {};
beforeAll(async () => {
  database = await testDatabase();
  await createMoneyOrder(database.db);
  ledger = createLedger(database.db);
});
afterAll(async () => {
  console.log(taken);
  await database.drop();
});

/** Programs and partners that nobody has yet. Figures of an organization grow with it: after a while there is another one. */
async function stage() {
  ledger.setClock(START);
  if (made % 50 === 0) {
    staff = await newOrganization(database.db);
    programs = [];
    for (const more of [
      { reward_event: 'lead_qualified', reward: { kind: 'fixed', fixed_kop: 50_000 } },
      { hold_days: 0 },
      {},
    ])
      programs.push(await newProgram(ledger, staff, more));
  }
  made += 1;
  await database.db.updateTable('programs').set({ budget_kop: null }).where('id', 'in', programs).execute();
  const partners = await newPartners(ledger, staff, programs);
  return { staff, programs, partners };
}

test(
  'whatever happens in whatever order, money adds up',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps(12), async (sequence) => {
        const cast = await stage();
        const scope = {
          organizationId: cast.staff.organizationId,
          partners: cast.partners.map(({ id }) => id),
        };
        const take = createRun(ledger, cast);
        const settled = new Map<string, string>();
        for (const [index, step] of sequence.entries()) {
          const was = await take(step);
          taken[`${step.kind} ${was}`] = (taken[`${step.kind} ${was}`] ?? 0) + 1;
          if (!was) continue;
          expect(await moneyProblems(database.db, scope)).toEqual([]);
          const partner = cast.partners[index % 2];
          // Asked less often than the tables: all answers together take as long as the rest.
          if (partner !== undefined && (index % 5 === 4 || index === sequence.length - 1))
            expect(await answerProblems(ledger, cast.staff, partner, 'organization')).toEqual([]);
          for (const { id, said } of await paidPayments(database.db, scope)) {
            expect(said).toBe(settled.get(id) ?? said);
            settled.set(id, said);
          }
        }
      }),
      { numRuns: RUNS },
    );
  },
  RUNS * 1000,
);
