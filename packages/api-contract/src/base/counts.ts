import { z } from 'zod';
import { totalKop } from '../values/money.ts';
import { buildRecord } from '../values/values.ts';
import { getStates, type StateMachine } from './state-machines.ts';

/** Maximum number of rows that are counted individually. */
export const COUNT_LIMIT = 10_000;

type Labelled<State extends string> = Pick<StateMachine<State>, 'labels'>;

/** Schema of counts by status. `all` is their sum. */
export const countsBy = <State extends string>(machine: Labelled<State>) =>
  z.object({
    all: z.int(),
    ...buildRecord(getStates(machine), () => z.int()),
  });

const sumsBy = <State extends string>(machine: Labelled<State>) =>
  z.object({
    all: totalKop,
    ...buildRecord(getStates(machine), () => totalKop),
  });

/**
 * Schema of counts by status and sums in kopecks. Without maintained totals, a filtered list is counted up to 10,000 rows. When there are
 * more, `more` is set, the counts are lower bounds, and `sums` is missing.
 */
export const countsAndSumsBy = <State extends string>(machine: Labelled<State>) =>
  countsBy(machine).extend({ more: z.literal(true).optional(), sums: sumsBy(machine).optional() });
