import { afterEach, expect, test, vi } from 'vitest';
import { selectCases, selectValues } from '../setup/sweep.ts';

const CASES = Array.from({ length: 54 }, (_, index) => index);
const VALUES = ['a', 'b', 'c', 'd', 'e', 'f'];
const onEach = <Result>(read: () => Result): Result[] =>
  ['', 'postgres://127.0.0.1/'].map((server) => {
    vi.stubEnv('TEST_POSTGRES', server);
    return read();
  });
afterEach(() => vi.unstubAllEnvs());

test('the short form of a sweep tests every case, and every value on both databases', () => {
  vi.stubEnv('LONG', '');
  const shares = onEach(() => selectCases(CASES));
  expect(new Set(shares.flat())).toEqual(new Set(CASES));
  for (const cases of onEach(() => selectCases(CASES)))
    for (const count of [1, 4]) {
      const values = new Set(cases.flatMap((index) => selectValues(VALUES, index, count)));
      expect([...values].sort()).toEqual(VALUES);
    }
});

test('the long form of a sweep tests every case with every value on both databases', () => {
  vi.stubEnv('LONG', '1');
  for (const cases of onEach(() => selectCases(CASES))) expect(cases).toEqual(CASES);
  for (const index of CASES) expect(selectValues(VALUES, index)).toEqual(VALUES);
});
