import type { OrganizationTask } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { isExhausted, NEAR_TENTHS } from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';

/** Maximum number of programs that a task names. */
export const MAX_NAMED = 5;
const SOON_MS = 7 * 24 * 60 * 60 * 1000;

/** Tasks about the budgets and end dates of active programs. */
export async function programTasks(
  db: Db,
  organizationId: string,
  now: Date,
): Promise<Extract<OrganizationTask, { programs: unknown }>[]> {
  const running = await db
    .selectFrom('programs as p')
    .leftJoin('program_spending as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.program_id', '=', 'p.id'),
    )
    .where('p.organization_id', '=', organizationId)
    .where('p.status', '=', 'active')
    .where((where) => where.or([where('p.ends_at', 'is', null), where('p.ends_at', '>', now)]))
    .select([
      ...(['p.id', 'p.name', 'p.budget_kop', 'p.ends_at'] as const),
      sql<number>`coalesce(s.spent_kop, 0)`.as('spent_kop'),
    ])
    .orderBy('p.name_key')
    .execute();

  type Running = (typeof running)[number];
  const isNear = ({ budget_kop, spent_kop }: Running) =>
    budget_kop !== null && spent_kop * 10 >= budget_kop * NEAR_TENTHS;
  const summarize = (predicate: (program: Running) => boolean) => {
    const matching = running.filter(predicate);
    return {
      count: matching.length,
      programs: matching.slice(0, MAX_NAMED).map(({ id, name }) => ({ id, name })),
    };
  };
  return [
    { kind: 'budget_exhausted', ...summarize(isExhausted) },
    { kind: 'budget_near', ...summarize((program) => isNear(program) && !isExhausted(program)) },
    {
      kind: 'programs_ending',
      ...summarize(({ ends_at }) => ends_at !== null && ends_at.getTime() - now.getTime() <= SOON_MS),
    },
  ];
}
