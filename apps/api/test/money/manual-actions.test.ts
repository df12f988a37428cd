import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createLedger } from '../setup/ledger.ts';
import { manualSteps } from '../setup/manual-steps.ts';
import { createCompanies } from '../setup/money-company.ts';
import { createMoneyProblems, readMoneyState } from '../setup/money-problems.ts';
import { createRun } from '../setup/money-run.ts';

const { EDIT_RUNS = '40' } = process.env;
const RUNS = Number(EDIT_RUNS);
/** Index of the program with a percentage reward and without a hold. */
const AT_ONCE = 1;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ prepare: true });
  await createMoneyProblems(database.db);
});
afterAll(() => database.drop());

/** Returns the leads for which more was paid than they were ever worth. */
async function overpaidLeads(
  partnerIds: readonly string[],
  worthOfLeads: Map<string, number>,
): Promise<string[]> {
  const { rows } = await sql<{ lead_id: string; kop: number; target_kop: number }>`
    select c.lead_id, c.target_kop, coalesce(paid.kop, 0)::bigint as kop
    from claims c
    left join (
      select a.lead_id, sum(a.amount_kop) as kop from accruals a
      join payments p on p.organization_id = a.organization_id and p.id = a.payment_id and p.status = 'paid'
      where a.partner_id = any(${partnerIds}::uuid[]) group by a.lead_id, a.partner_id) paid on paid.lead_id = c.lead_id
    where c.partner_id = any(${partnerIds}::uuid[])`.execute(database.db);
  for (const { lead_id, target_kop } of rows)
    worthOfLeads.set(lead_id, Math.max(worthOfLeads.get(lead_id) ?? 0, target_kop));
  return rows
    .filter(({ lead_id, kop }) => kop > (worthOfLeads.get(lead_id) ?? 0))
    .map(({ kop }) => `a lead is paid ${kop}`);
}

test(
  'random manual actions and transfers never change the value of a lead from its rule or pay it twice',
  async () => {
    const ledger = createLedger(database.db);
    const nextParticipants = createCompanies(ledger);
    await fc.assert(
      fc.asyncProperty(manualSteps(16), async (sequence) => {
        const participants = await nextParticipants();
        const { staff, partners, programs } = participants;
        const partnerIds = partners.map(({ id }) => id);
        const scope = { organizationId: staff.organizationId, partners: partnerIds };
        const take = createRun(ledger, { ...participants, programs: programs.slice(AT_ONCE, AT_ONCE + 1) });
        const worthOfLeads = new Map<string, number>();
        for (const step of sequence) {
          if (!(await take(step))) continue;
          expect((await readMoneyState(database.db, scope)).problems).toEqual([]);
          expect(await overpaidLeads(partnerIds, worthOfLeads)).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  },
  RUNS * 3000,
);
