import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Returns true when the budget of a program is spent: the program accepts no new leads until the budget is raised. */
export const isExhausted = ({ budget_kop, spent_kop }: { budget_kop: number | null; spent_kop: number }) =>
  budget_kop !== null && spent_kop >= budget_kop;

type Program = { organizationId: string; programId: string };

/** Returns the spending of a program in kopecks, including accruals in review, and locks it until the transaction ends. */
export async function lockSpending(trx: Db, { organizationId, programId }: Program): Promise<number> {
  const { spent_kop } = await trx
    .insertInto('program_spending')
    .values({ organization_id: organizationId, program_id: programId, spent_kop: 0 })
    .onConflict((clash) =>
      clash
        .columns(['organization_id', 'program_id'])
        .doUpdateSet({ spent_kop: sql`program_spending.spent_kop` }),
    )
    .returning('spent_kop')
    .executeTakeFirstOrThrow();
  return spent_kop;
}

/** Returns the remaining budget in kopecks and locks the spending until the transaction ends; Infinity without a budget. */
export async function remainingBudget(trx: Db, program: Program, budgetKop: number | null): Promise<number> {
  return budgetKop === null ? Infinity : budgetKop - (await lockSpending(trx, program));
}
