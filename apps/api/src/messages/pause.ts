import { setTimeout as wait } from 'node:timers/promises';

/** A wait that a signal ends. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);
