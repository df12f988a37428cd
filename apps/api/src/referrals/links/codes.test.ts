import { expect, test } from 'vitest';
import { newCode } from './codes.ts';

test('a code has seven characters that are not easily confused', () => {
  for (let round = 0; round < 200; round += 1) expect(newCode()).toMatch(/^[2-9a-hj-km-np-z]{7}$/);
});

test('a code with only digits is generated again', () => {
  const values = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 0, 0, 0];
  expect(newCode(() => values.shift() ?? 0)).toBe('a222222');
});
