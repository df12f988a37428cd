import { z } from 'zod';
import { type StateMachine, statesOf } from './state-machines.ts';

/** How many there are in each state, with `all` for their sum. */
export const countsBy = <State extends string>(machine: StateMachine<State>) =>
  z.object({
    all: z.int(),
    ...(Object.fromEntries(statesOf(machine).map((state) => [state, z.int()])) as Record<State, z.ZodInt>),
  });
