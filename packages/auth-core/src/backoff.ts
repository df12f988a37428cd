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

/** The pauses between attempts with one token. The first failure costs no pause, unless one was asked for. */
export interface Outage {
  /** Throws the last failure while its pause lasts. */
  check(token: string | null): void;
  failed(token: string | null, error: AuthError): void;
  over(): void;
}

export function createOutage(): Outage {
  let error: AuthError | undefined;
  let about: string | null = null;
  let failures = 0;
  let since = 0;
  let pause = 0;
  return {
    check(token) {
      const waited = Date.now() - since;
      // A clock set back must not make it wait for ever.
      if (error && token === about && waited >= 0 && waited < pause) throw error;
    },
    failed(token, cause) {
      failures = error && token === about ? failures + 1 : 0;
      error = cause;
      about = token;
      since = Date.now();
      pause = pauseAfter(failures, cause);
    },
    over() {
      error = undefined;
    },
  };
}
