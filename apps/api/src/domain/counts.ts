import { type StateMachine, statesOf } from '@referral-dashboard/api-contract';

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
