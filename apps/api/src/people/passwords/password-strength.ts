import { createThread } from '../../platform/thread.ts';
import type { PasswordStrength } from './password-policy.ts';
import { overloaded } from './passwords.ts';

/**
 * Strength by zxcvbn's lists and patterns, and common Russian passwords. Loading takes a fifth of a second and a long password as much:
 * both happen in a thread of its own.
 *
 * @throws ApiError 503 when too many wait.
 */
export const createPasswordStrength = (): PasswordStrength =>
  createThread<string, number>({
    file: new URL('./password-strength.worker.ts', import.meta.url),
    timeoutMs: 10_000,
    waiting: 200,
    refusal: overloaded,
  });
