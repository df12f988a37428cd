import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildRollUps } from '../../src/platform/roll-ups.ts';
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
beforeAll(async () => {
  database = await testDatabase();
  await createMoneyOrder(database.db);
  ledger = createLedger(database.db);
});
afterAll(() => database.drop());

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

/** What triggers have kept counted is what counting anew gives, rows of zeros apart. */
async function expectRebuiltTheSame() {
  const figures = async () => {
    const { rows } = await sql<{ row: string }>`
      select d::text as row from lead_days d where leads <> 0 or deal_kop <> 0
      union all select d::text from accrual_days d where accruals <> 0 or amount_kop <> 0
      union all select b::text from partner_balances b
        where (hold_kop, review_kop, available_kop, reserved_kop, paid_kop) <> (0, 0, 0, 0, 0)
      union all select s::text from program_spending s where spent_kop <> 0
      order by 1`.execute(database.db);
    return rows.map(({ row }) => row);
  };
  const kept = await figures();
  await rebuildRollUps(database.db);
  expect(await figures()).toEqual(kept);
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
          if (!(await take(step))) continue;
          expect(await moneyProblems(database.db, scope)).toEqual([]);
          const partner = cast.partners[index % 2];
          // Asked less often than the tables: all answers together take as long as the rest.
          if (partner !== undefined && (index % 5 === 4 || index === sequence.length - 1))
            expect(
              await answerProblems(ledger, cast.staff, partner, made % 2 === 0 ? 'organization' : 'partner'),
            ).toEqual([]);
          for (const { id, said } of await paidPayments(database.db, scope)) {
            expect(said).toBe(settled.get(id) ?? said);
            settled.set(id, said);
          }
        }
      }),
      { numRuns: RUNS },
    );
    await expectRebuiltTheSame();
  },
  RUNS * 1000,
);
