import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Nothing is left of a program's budget: it takes no new leads until the budget is raised. */
export const isExhausted = ({ budget_kop, spent_kop }: { budget_kop: number | null; spent_kop: number }) =>
  budget_kop !== null && spent_kop >= budget_kop;

type Program = { organizationId: string; programId: string };

/** Kopecks that a program has spent, whatever waits for a check included. Locked until the transaction ends. */
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

/** Kopecks left of a program's budget; infinity without one. What is spent is locked until the transaction ends. */
export async function remainingBudget(trx: Db, program: Program, budgetKop: number | null): Promise<number> {
  return budgetKop === null ? Infinity : budgetKop - (await lockSpending(trx, program));
}
