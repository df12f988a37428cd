import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';

export type PasswordSettings = {
  /** Memory of one computation, in KiB. */
  memoryKib: number;
  /** Passes over it. */
  passes: number;
};

export type Passwords = ReturnType<typeof createPasswords>;

// One password, one spelling: keyboards write «й» as one character or as two.
const spelling = (password: string) => password.normalize('NFC');

/** Password hashes: argon2id in the PHC format. */
export function createPasswords({ memoryKib, passes }: PasswordSettings) {
  const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const hashOf = (password: string) => hash(spelling(password), options);
  let decoy: Promise<string> | undefined;

  return {
    hash: hashOf,

    /** Whether the password is right. Without a hash it does the same work and says no, so that time tells nothing. */
    async verify(expected: string | undefined, password: string): Promise<boolean> {
      decoy ??= hashOf(randomBytes(16).toString('hex'));
      const right = await verify(expected ?? (await decoy), spelling(password));
      return right && expected !== undefined;
    },

    /** Whether a hash was made with other parameters than today's. */
    isOutdated(existing: string): boolean {
      const { memoryCost, timeCost, parallelism } = parseOptions(existing);
      return memoryCost !== memoryKib || timeCost !== passes || parallelism !== options.parallelism;
    },
  };
}
