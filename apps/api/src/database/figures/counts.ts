import { MOST_COUNTED, type StateMachine, statesOf } from '@referral-dashboard/api-contract';
import { type Compilable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Counts of a grouped query as the contract tells them: every state, also those that nothing is in, and their sum. */
export function countsOf<State extends string>(
  machine: StateMachine<State>,
  rows: readonly { status: State; count: number }[],
): { all: number } & Record<State, number> {
  const none = Object.fromEntries(statesOf(machine).map((state) => [state, 0])) as Record<State, number>;
  const found = Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Record<State, number>;
  return { all: rows.reduce((sum, { count }) => sum + count, 0), ...none, ...found };
}

/** The same with what the rows of each state come to in kopecks. What was cancelled is worth nothing: `all` leaves it out. */
export function countsAndSums<State extends string>(
  machine: StateMachine<State>,
  rows: readonly { status: State; count: number; sum_kop: number }[],
) {
  const sums = countsOf(
    machine,
    rows.map(({ status, sum_kop }) => ({ status, count: sum_kop })),
  );
  const canceled = rows.find(({ status }) => status === 'canceled')?.sum_kop ?? 0;
  return { ...countsOf(machine, rows), sums: { ...sums, all: sums.all - canceled } };
}

/** Rows by state with what they come to in kopecks, and whether they are all there are. */
export type Counted<State extends string> = {
  isWhole: boolean;
  rows: { status: State; count: number; sum_kop: number }[];
};

/**
 * Counts what queries find, each a `status` and its `kop`, no further than `MOST_COUNTED` and one more. They may have no row in common: each
 * begins at its own index, and nothing is put in order before the limit.
 */
export async function countFirst<State extends string>(
  db: Db,
  queries: readonly Compilable<{ status: State; kop: number }>[],
): Promise<Counted<State>> {
  const { rows } = await sql<Counted<State>['rows'][number]>`
    select f.status, count(*)::int as count, sum(f.kop)::bigint as sum_kop
    from (${sql.join(
      queries.map((query) => sql`(${query})`),
      sql` union all `,
    )} limit ${MOST_COUNTED + 1}) f group by f.status`.execute(db);
  return { rows, isWhole: rows.reduce((sum, { count }) => sum + count, 0) <= MOST_COUNTED };
}

type Told<State extends string> = ReturnType<typeof countsOf<State>>;

/** Counts and sums as the contract tells them; of more than were counted, the least there is and no sums. */
export function toldCounts<State extends string>(
  machine: StateMachine<State>,
  { rows, isWhole }: Counted<State>,
): Told<State> & { more?: true; sums?: Told<State> } {
  const told = countsAndSums(machine, rows);
  return isWhole ? told : { ...countsOf(machine, rows), all: MOST_COUNTED, more: true as const };
}
