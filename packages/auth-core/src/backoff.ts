import type { AuthError } from './errors.ts';

const FIRST_MS = 4_000;
const LONGEST_MS = 60_000;
const LONGEST_ASKED_S = 3_600;

/** Milliseconds to wait after so many failures in a row: doubling, jittered, never less than was asked for. */
export function pauseAfter(failures: number, { retryAfter }: AuthError): number {
  const growing =
    failures && Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (0.5 + Math.random() / 2);
  return Math.max(growing, Math.min(retryAfter ?? 0, LONGEST_ASKED_S) * 1000);
}
