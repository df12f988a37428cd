import { createThread } from '../../platform/thread.ts';
import type { PasswordStrength } from './password-policy.ts';
import { overloaded } from './passwords.ts';

/**
 * Rates passwords with zxcvbn and a list of common Russian passwords. Loading the lists takes 0.2 s, and so does a long password, so both
 * run in a worker thread.
 *
 * @throws ApiError 503 when too many passwords wait.
 */
export const createPasswordStrength = (): PasswordStrength =>
  createThread<string, number>({
    file: new URL('./password-strength.worker.ts', import.meta.url),
    timeoutMs: 10_000,
    maxWaiting: 200,
    refusal: overloaded,
  });
