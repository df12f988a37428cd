import { expect, test } from 'vitest';
import { computeShare, MAX_KOP } from './money.ts';

test.each([
  [1_234_567, 750, 92_593],
  [1, 5000, 1],
  [333, 3333, 111],
  [0, 1000, 0],
  [MAX_KOP, 10_000, MAX_KOP],
  [MAX_KOP - 1, 9999, 9_999_000_000_000 - 1],
])('a share of %i kopecks at %i basis points is %i', (amount, share, expected) => {
  expect(computeShare(amount, share)).toBe(expected);
});
