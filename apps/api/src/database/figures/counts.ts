import { COUNT_LIMIT, getStates, type StateMachine } from '@referral-dashboard/api-contract';
import { type Compilable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Counts by status as in the API: every status, also with zero rows, and the total. */
export function toStatusCounts<State extends string>(
  machine: Pick<StateMachine<State>, 'labels'>,
  rows: readonly { status: State; count: number }[],
): { all: number } & Record<State, number> {
  const zeros = Object.fromEntries(getStates(machine).map((state) => [state, 0])) as Record<State, number>;
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Record<
    State,
    number
  >;
  return { all: rows.reduce((sum, { count }) => sum + count, 0), ...zeros, ...counts };
}

/** Sums in kopecks by status as in the API: every status, also with zero rows, and the total. */
export const toStatusSums = <State extends string>(
  machine: StateMachine<State>,
  rows: readonly { status: State; sum_kop: number }[],
) =>
  toStatusCounts(
    machine,
    rows.map(({ status, sum_kop }) => ({ status, count: sum_kop })),
  );

/** Counts and sums in kopecks. The total sum excludes canceled rows and returned payments, whose accruals are counted elsewhere. */
function countsAndSums<State extends string>(
  machine: StateMachine<State>,
  rows: readonly { status: State; count: number; sum_kop: number }[],
) {
  const sums = toStatusSums(machine, rows);
  const ended_kop = rows
    .filter(({ status }) => status === 'canceled' || status === 'returned')
    .reduce((sum, { sum_kop }) => sum + sum_kop, 0);
  return { ...toStatusCounts(machine, rows), sums: { ...sums, all: sums.all - ended_kop } };
}

/** Counts and sums in kopecks by status. `isComplete` is false when not all rows were counted. */
export type Counted<State extends string> = {
  isComplete: boolean;
  rows: { status: State; count: number; sum_kop: number }[];
};

/**
 * Counts the rows of queries by `status` and sums their `kop`, up to `COUNT_LIMIT` + 1 rows. The queries must not share rows. Each query
 * can use a different index, and nothing is sorted before the limit.
 */
export async function countUpToLimit<State extends string>(
  db: Db,
  queries: readonly Compilable<{ status: State; kop: number }>[],
): Promise<Counted<State>> {
  const { rows } = await sql<Counted<State>['rows'][number]>`
    select f.status, count(*)::int as count, sum(f.kop)::bigint as sum_kop
    from (${sql.join(
      queries.map((query) => sql`(${query})`),
      sql` union all `,
    )} limit ${COUNT_LIMIT + 1}) f group by f.status`.execute(db);
  return { rows, isComplete: rows.reduce((sum, { count }) => sum + count, 0) <= COUNT_LIMIT };
}

type StatusCounts<State extends string> = ReturnType<typeof toStatusCounts<State>>;

/** Counts and sums as in the API. When not all rows were counted, the total is a lower bound and there are no sums. */
export function statusCounts<State extends string>(
  machine: StateMachine<State>,
  { rows, isComplete }: Counted<State>,
): StatusCounts<State> & { more?: true; sums?: StatusCounts<State> } {
  const totals = countsAndSums(machine, rows);
  return isComplete ? totals : { ...toStatusCounts(machine, rows), all: COUNT_LIMIT, more: true as const };
}
