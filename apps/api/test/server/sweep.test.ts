import { afterEach, expect, test, vi } from 'vitest';
import { share, some } from '../setup/sweep.ts';

const CASES = Array.from({ length: 54 }, (_, index) => index);
const VALUES = ['a', 'b', 'c', 'd', 'e', 'f'];
const onEach = <Result>(look: () => Result): Result[] =>
  ['', 'postgres://127.0.0.1/'].map((server) => {
    vi.stubEnv('TEST_POSTGRES', server);
    return look();
  });
afterEach(() => vi.unstubAllEnvs());

test('in the short form of a sweep every case is tried, and every value with some of them on either database', () => {
  vi.stubEnv('LONG', '');
  const shares = onEach(() => share(CASES));
  expect(new Set(shares.flat())).toEqual(new Set(CASES));
  for (const cases of onEach(() => share(CASES)))
    for (const count of [1, 4]) {
      const tried = new Set(cases.flatMap((index) => some(VALUES, index, count)));
      expect([...tried].sort()).toEqual(VALUES);
    }
});

test('in its long form every case is tried with every value on both', () => {
  vi.stubEnv('LONG', '1');
  for (const cases of onEach(() => share(CASES))) expect(cases).toEqual(CASES);
  for (const index of CASES) expect(some(VALUES, index)).toEqual(VALUES);
});
