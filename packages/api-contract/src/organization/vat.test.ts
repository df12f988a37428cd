import { expect, test } from 'vitest';
import { includedVat, vatLabel, vatRate, vatSentence } from './vat.ts';

test('the general rate depends on the day: 20 % until the end of 2025, 22 % after that', () => {
  expect(vatRate('general', '2025-12-31')).toBe(20);
  expect(vatRate('general', '2026-01-01')).toBe(22);
  expect(vatRate('usn_5', '2024-12-31')).toBeNull();
  expect(vatRate('none', '2026-01-01')).toBeNull();
});

test('included VAT is rounded half up to the kopeck, also for the largest amounts', () => {
  expect(includedVat(1_000_000, 22)).toBe(180_328);
  expect(includedVat(11, 10)).toBe(1);
  expect(includedVat(21, 5)).toBe(1);
  expect(includedVat(10_000_000_000_000, 22)).toBe(1_803_278_688_525);
  expect(includedVat(1_000_000, 0)).toBe(0);
});

test('a purpose has a decimal point, a label has a no-break space', () => {
  expect(vatSentence('general', 1_000_000, '2026-03-01')).toBe('В том числе НДС 22 % - 1803.28 руб.');
  expect(vatSentence('none', 1_000_000, '2026-03-01')).toBe('Без НДС');
  expect(vatLabel('usn_7', '2026-03-01')).toBe('В том числе НДС 7\u00a0%');
});
