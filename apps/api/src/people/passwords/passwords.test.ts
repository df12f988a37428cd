import { describe, expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const cheap = { memoryKib: 64, passes: 1 };

describe('a password', () => {
  const passwords = createPasswords(cheap);

  test('is right for its hash only', async () => {
    const hash = await passwords.hash('верный пароль');
    expect(await passwords.verify(hash, 'верный пароль')).toBe(true);
    expect(await passwords.verify(hash, 'верный парол')).toBe(false);
  });

  test('is hashed with argon2id, differently each time', async () => {
    const [first, second] = await Promise.all([passwords.hash('пароль'), passwords.hash('пароль')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(first).not.toBe(second);
  });

  test('is the same written with composed and with combining letters', async () => {
    const hash = await passwords.hash('йод'.normalize('NFD'));
    expect(await passwords.verify(hash, 'йод'.normalize('NFC'))).toBe(true);
  });

  test('of nobody is never right', async () => {
    expect(await passwords.verify(undefined, '')).toBe(false);
  });

  test('of 256 four-byte characters is taken whole', async () => {
    const long = '😀'.repeat(256);
    const hash = await passwords.hash(long);
    expect(await passwords.verify(hash, long)).toBe(true);
    expect(await passwords.verify(hash, '😀'.repeat(255))).toBe(false);
  });

  test('hashed with other parameters is outdated, and still right', async () => {
    const stronger = createPasswords({ memoryKib: 128, passes: 1 });
    const hash = await passwords.hash('пароль');
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(stronger.isOutdated(hash)).toBe(true);
    expect(createPasswords({ memoryKib: 64, passes: 2 }).isOutdated(hash)).toBe(true);
    expect(await stronger.verify(hash, 'пароль')).toBe(true);
  });
});

test('two passwords are computed at a time and 200 wait, whoever asks; more are refused', async () => {
  const passwords = createPasswords(cheap);
  const hash = await passwords.hash('пароль');
  const asked = Array.from({ length: 250 }, (_, index) =>
    index % 2 === 0 ? passwords.verify(hash, 'пароль') : passwords.hash('пароль'),
  );
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(250 - 202);
  for (const one of refused) expect(one).toMatchObject({ reason: { answer: { status: 503 } } });
  expect(await passwords.verify(hash, 'пароль')).toBe(true);
});

test('an unknown person costs the same work as a known one', async () => {
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
  const [known, unknown] = [await time(hash), await time(undefined)];
  // The decoy skipped would be a hundred times quicker.
  expect(unknown / known).toBeGreaterThan(0.2);
  expect(unknown / known).toBeLessThan(5);
});
