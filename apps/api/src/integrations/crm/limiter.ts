import { setTimeout as wait } from 'node:timers/promises';

export type Rate = {
  /** Calls in a second. */
  perSecond: number;
  /** Number of calls that need not wait after a pause. */
  burst: number;
};

type Time = { now: () => number; sleep: (ms: number) => Promise<unknown> };

const REAL_TIME: Time = { now: () => performance.now(), sleep: (ms) => wait(ms) };

/** Returns a function that resolves when the next call may be made. Each process limits itself; the CRM limits all of them together. */
export function createLimiter({ perSecond, burst }: Rate, { now, sleep }: Time = REAL_TIME) {
  const interval = 1000 / perSecond;
  let nextAt = 0;
  return async function take() {
    nextAt = Math.max(nextAt, now()) + interval;
    const delay = nextAt - now() - burst * interval;
    if (delay > 0) await sleep(delay);
  };
}
