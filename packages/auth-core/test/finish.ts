import { vi } from 'vitest';

/** Runs timers until the work is done; returns how long that took, in milliseconds. */
export async function finish<T>(work: Promise<T>): Promise<{ value: T; took: number }> {
  const began = Date.now();
  let done = false;
  void work
    .catch(() => {})
    .finally(() => {
      done = true;
    });
  for (let step = 0; !done && step < 60_000; step++) await vi.advanceTimersByTimeAsync(1);
  return { value: await work, took: Date.now() - began };
}
