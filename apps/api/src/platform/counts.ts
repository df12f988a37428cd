import { type Machine, statesOf } from '@referral-dashboard/api-contract';

/** Counts of a grouped query as the contract tells them: every state, also those that nothing is in, and their sum. */
export function countsOf<State extends string>(
  machine: Machine<State>,
  rows: readonly { status: State; count: number }[],
): { all: number } & Record<State, number> {
  const none = Object.fromEntries(statesOf(machine).map((state) => [state, 0])) as Record<State, number>;
  const found = Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Record<State, number>;
  return { all: rows.reduce((sum, { count }) => sum + count, 0), ...none, ...found };
}
