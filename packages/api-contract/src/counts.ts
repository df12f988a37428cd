import { z } from 'zod';
import { totalKop } from './money.ts';
import { type StateMachine, statesOf } from './state-machines.ts';

/** Rows that are counted one by one, at most. */
export const MOST_COUNTED = 10_000;

/** Numbers by status, with `all` for their sum. */
export const countsBy = <State extends string>(machine: StateMachine<State>) =>
  z.object({
    all: z.int(),
    ...(Object.fromEntries(statesOf(machine).map((state) => [state, z.int()])) as Record<State, z.ZodInt>),
  });

const sumsBy = <State extends string>(machine: StateMachine<State>) =>
  z.object({
    all: totalKop,
    ...(Object.fromEntries(statesOf(machine).map((state) => [state, totalKop])) as Record<
      State,
      z.ZodNumber
    >),
  });

/**
 * Numbers by status, and sums in kopecks. What a filter finds is not counted beyond 10,000 where nobody keeps count of it: `more` says so, the
 * numbers are the least there is, and there are no sums.
 */
export const countsAndSumsBy = <State extends string>(machine: StateMachine<State>) =>
  countsBy(machine).extend({ more: z.literal(true).optional(), sums: sumsBy(machine).optional() });
