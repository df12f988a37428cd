import { setTimeout as wait } from 'node:timers/promises';

/** Waits for a number of milliseconds or until the signal aborts. Never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);
