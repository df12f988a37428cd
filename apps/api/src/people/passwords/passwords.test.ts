import { describe, expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const cheap = { memoryKib: 64, passes: 1 };

describe('passwords', () => {
  const passwords = createPasswords(cheap);

  test('verifies a password against its own hash only', async () => {
    const hash = await passwords.hash('верный пароль');
    expect(await passwords.verify(hash, 'верный пароль')).toBe(true);
    expect(await passwords.verify(hash, 'верный парол')).toBe(false);
  });

  test('hashes with argon2id and a new salt each time', async () => {
    const [first, second] = await Promise.all([passwords.hash('пароль'), passwords.hash('пароль')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(first).not.toBe(second);
  });

  test('treats composed and combining letters as the same password', async () => {
    const hash = await passwords.hash('йод'.normalize('NFD'));
    expect(await passwords.verify(hash, 'йод'.normalize('NFC'))).toBe(true);
  });

  test('never accepts a password without a hash', async () => {
    expect(await passwords.verify(undefined, '')).toBe(false);
  });

  test('hashes all 256 four-byte characters of a password', async () => {
    const long = '😀'.repeat(256);
    const hash = await passwords.hash(long);
    expect(await passwords.verify(hash, long)).toBe(true);
    expect(await passwords.verify(hash, '😀'.repeat(255))).toBe(false);
  });

  test('reports a hash with other parameters as outdated and still verifies it', async () => {
    const stronger = createPasswords({ memoryKib: 128, passes: 1 });
    const hash = await passwords.hash('пароль');
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(stronger.isOutdated(hash)).toBe(true);
    expect(createPasswords({ memoryKib: 64, passes: 2 }).isOutdated(hash)).toBe(true);
    expect(await stronger.verify(hash, 'пароль')).toBe(true);
  });
});

test('computes two passwords at a time, queues 200 and refuses the others', async () => {
  const passwords = createPasswords(cheap);
  const hash = await passwords.hash('пароль');
  const requests = Array.from({ length: 250 }, (_, index) =>
    index % 2 === 0 ? passwords.verify(hash, 'пароль') : passwords.hash('пароль'),
  );
  const outcomes = await Promise.allSettled(requests);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(250 - 202);
  for (const refusal of refused) expect(refusal).toMatchObject({ reason: { response: { status: 503 } } });
  expect(await passwords.verify(hash, 'пароль')).toBe(true);
});

test('takes as long for an unknown user as for a wrong password', async () => {
  const passwords = createPasswords({ memoryKib: 32 * 1024, passes: 2 });
  const hash = await passwords.hash('пароль');
  await passwords.verify(undefined, 'warm up');
  const time = async (expected: string | undefined) => {
    const runs: number[] = [];
    for (let run = 0; run < 7; run += 1) {
      const from = performance.now();
      await passwords.verify(expected, 'guess');
      runs.push(performance.now() - from);
    }
    return Math.min(...runs);
  };
  const [knownTime, unknownTime] = [await time(hash), await time(undefined)];
  // Without the decoy hash it would be a hundred times faster.
  expect(unknownTime / knownTime).toBeGreaterThan(0.2);
  expect(unknownTime / knownTime).toBeLessThan(5);
});
