import { expect, test } from 'vitest';
import { newCode } from './codes.ts';

test('a code has seven characters that nobody mistakes for others', () => {
  for (let round = 0; round < 200; round += 1) expect(newCode()).toMatch(/^[2-9a-hj-km-np-z]{7}$/);
});

test('a code of digits alone is drawn again', () => {
  const drawn = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 0, 0, 0];
  expect(newCode(() => drawn.shift() ?? 0)).toBe('a222222');
});
