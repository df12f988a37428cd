import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { unavailable } from '../../platform/errors.ts';
import { type QueueWatch, queueByKey } from '../../platform/queue.ts';

export type PasswordSettings = {
  /** Memory of one computation, in KiB. */
  memoryKib: number;
  /** Passes over it. */
  passes: number;
};

export type Passwords = ReturnType<typeof createPasswords>;

// One password, one spelling: keyboards write «й» as one character or as two.
const spelling = (password: string) => password.normalize('NFC');
const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** 503: more computations wait than will be looked at within a minute. */
export const overloaded = () =>
  unavailable({ detail: 'Сейчас входит слишком много людей. Повторите через минуту.', code: 'unavailable' });

/**
 * Password hashes: argon2id in the PHC format. Two are computed at a time and at most 200 wait, whoever asks: nothing else of the
 * server imports the library.
 *
 * @throws ApiError 503 when too many wait.
 */
export function createPasswords({ memoryKib, passes }: PasswordSettings, watch?: QueueWatch) {
  const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  // Hashing takes whole threads of Node's pool of four; what is left of it signs and verifies tokens.
  const inTurn = queueByKey({ atOnce: 2, waiting: 200, refusal: overloaded, watch });
  // The hash of no password: what it costs to find that out is what a wrong one costs.
  const decoy = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${base64(16)}$${base64(32)}`;

  return {
    hash: (password: string): Promise<string> => inTurn('', () => hash(spelling(password), options)),

    /** Compares a password with its hash. Without a hash it does the same work and says no, so that time tells nothing. */
    verify: (expected: string | undefined, password: string): Promise<boolean> =>
      inTurn('', () => verify(expected ?? decoy, spelling(password))),

    /** True for a hash made with other parameters than today's. */
    isOutdated(existing: string): boolean {
      const { memoryCost, timeCost, parallelism } = parseOptions(existing);
      return memoryCost !== memoryKib || timeCost !== passes || parallelism !== options.parallelism;
    },
  };
}
