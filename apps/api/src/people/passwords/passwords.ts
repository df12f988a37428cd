import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { unavailable } from '../../platform/errors.ts';
import { type QueueWatch, queueByKey } from '../../platform/queue.ts';

export type PasswordSettings = {
  /** Memory of one computation, in KiB. */
  memoryKib: number;
  /** Number of passes over the memory. */
  passes: number;
};

export type Passwords = ReturnType<typeof createPasswords>;

// Keyboards type «й» as one character or as two, so passwords are normalized.
const normalize = (password: string) => password.normalize('NFC');
const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** Error 503 for more waiting computations than the server completes in a minute. */
export const overloaded = () =>
  unavailable({ detail: 'Сейчас входит слишком много людей. Повторите через минуту.', code: 'unavailable' });

/**
 * Hashes passwords with argon2id in the PHC format. Two computations run at the same time for the whole server, and at most 200 wait.
 *
 * @throws ApiError 503 when too many computations wait.
 */
export function createPasswords({ memoryKib, passes }: PasswordSettings, watch?: QueueWatch) {
  const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  // Each computation occupies one of the four threads of Node's pool. The other two sign and verify tokens.
  const enqueue = queueByKey({ atOnce: 2, maxWaiting: 200, refusal: overloaded, watch });
  // Verified when the user does not exist, so that the response takes as long as for a wrong password.
  const decoy = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${base64(16)}$${base64(32)}`;

  return {
    hash: (password: string): Promise<string> => enqueue('', () => hash(normalize(password), options)),

    /** Compares a password with its hash. Without a hash it does the same work and returns false, so that the time reveals nothing. */
    verify: (expected: string | undefined, password: string): Promise<boolean> =>
      enqueue('', () => verify(expected ?? decoy, normalize(password))),

    /** Returns whether a hash was computed with other parameters than the current ones. */
    isOutdated(existing: string): boolean {
      const { memoryCost, timeCost, parallelism } = parseOptions(existing);
      return memoryCost !== memoryKib || timeCost !== passes || parallelism !== options.parallelism;
    },
  };
}
