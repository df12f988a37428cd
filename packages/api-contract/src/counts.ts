import { z } from 'zod';
import { type StateMachine, statesOf } from './state-machines.ts';

/** Numbers by status, with `all` for their sum. */
export const countsBy = <State extends string>(machine: StateMachine<State>) =>
  z.object({
    all: z.int(),
    ...(Object.fromEntries(statesOf(machine).map((state) => [state, z.int()])) as Record<State, z.ZodInt>),
  });
