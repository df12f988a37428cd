import { expect, test } from 'vitest';
import { formatPhone, isForeignNumber, isFullNumber, nationalDigits, toE164 } from './phone.ts';

test.each([
  '9161234567',
  '+79161234567',
  '89161234567',
  '79161234567',
  '8 (916) 123-45-67',
  '+7 (916) 123-45-67',
  '+7\u00a0916\u00a0123\u00a045\u00a067',
  '  8-916-123-45-67 ',
  'тел. +7 916 123 45 67',
  '+7 (891) 612-34-567',
])('«%s» is parsed as +79161234567', (text) => {
  expect(toE164(nationalDigits(text))).toBe('+79161234567');
});

test('an incomplete number keeps its digits', () => {
  expect(nationalDigits('+7 (916) 12_-__-__')).toBe('91612');
  expect(isFullNumber('91612')).toBe(false);
  expect(isFullNumber('9161234567')).toBe(true);
});

test.each([
  ['+79161234567', '+7 916 123-45-67'],
  ['+4915112345678', '+4915112345678'],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('the stored phone %s is shown as «%s»', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});

test.each([
  ['+375 29 123-45-67', true],
  ['00 7 916 123-45-67', true],
  ['8 10 49 151 123456', true],
  ['+7 916 123-45-67', false],
  ['8 (812) 123-45-67', false],
  ['+3', false],
])('«%s» is a foreign number: %s', (text, is) => {
  expect(isForeignNumber(text)).toBe(is);
});
