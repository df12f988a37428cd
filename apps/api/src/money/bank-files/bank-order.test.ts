import { expect, test } from 'vitest';
import { toBankText, toOneLine } from './bank-order.ts';

const PLAIN = { plain_number_sign: false, plain_dash: false };

test('removes bidi controls and zero-width characters of older rows', () => {
  const stored = 'Иванов\u202e Петр\u200b\u2066 Олегович\u2069';
  expect(toOneLine(stored)).toBe('Иванов Петр Олегович');
  expect(toBankText(stored, 160, PLAIN)).toEqual({ text: 'Иванов Петр Олегович', missing: [] });
});

test('replaces control characters and line ends with one space', () => {
  expect(toOneLine('Иванов\u0007\r\nСумма=1')).toBe('Иванов Сумма-1');
});
