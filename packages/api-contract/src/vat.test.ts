import { expect, test } from 'vitest';
import { vatLabel, vatRate, vatWithin, vatWords } from './vat.ts';

test('the general rate is that of the day: 20 % until the end of 2025, 22 % from then on', () => {
  expect(vatRate('general', '2025-12-31')).toBe(20);
  expect(vatRate('general', '2026-01-01')).toBe(22);
  expect(vatRate('usn_5', '2024-12-31')).toBeNull();
  expect(vatRate('none', '2026-01-01')).toBeNull();
});

test('VAT within a sum is rounded to the kopeck, half of it up, for the largest sums too', () => {
  expect(vatWithin(1_000_000, 22)).toBe(180_328);
  expect(vatWithin(11, 10)).toBe(1);
  expect(vatWithin(21, 5)).toBe(1);
  expect(vatWithin(10_000_000_000_000, 22)).toBe(1_803_278_688_525);
  expect(vatWithin(1_000_000, 0)).toBe(0);
});

test('a purpose says it with a decimal point, a label with a blank that does not break', () => {
  expect(vatWords('general', 1_000_000, '2026-03-01')).toBe('В том числе НДС 22 % - 1803.28 руб.');
  expect(vatWords('none', 1_000_000, '2026-03-01')).toBe('Без НДС');
  expect(vatLabel('usn_7', '2026-03-01')).toBe('В том числе НДС 7\u00a0%');
});
