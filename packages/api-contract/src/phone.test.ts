import { expect, test } from 'vitest';
import { maskedPhone, mobilePhone, phone, russianPhone } from './phone.ts';

test.each([
  ['8 (916) 123-45-67', '+79161234567'],
  ['+7 916 123 45 67', '+79161234567'],
  ['9161234567', '+79161234567'],
  ['79161234567', '+79161234567'],
  ['8-800-555-35-35', '+78005553535'],
  ['+7\u00a0916\u2011123\u201345\u221267', '+79161234567'],
  ['+7 701 123 45 67', null],
  ['+1 555 123 4567', null],
  ['916123456', null],
  ['', null],
  ['8916123456a', null],
  ['+8 916 123 45 67', null],
])('%s is read as %s', (written, expected) => {
  expect(russianPhone(written)).toBe(expected);
});

test('a number that is none is refused once, whatever kind is asked for', () => {
  expect(phone.safeParse('12').error?.issues).toHaveLength(1);
  expect(mobilePhone.safeParse('12').error?.issues).toHaveLength(1);
});

test('a person signs in with a mobile number only', () => {
  expect(mobilePhone.safeParse('8-800-555-35-35').success).toBe(false);
  expect(mobilePhone.parse('8 916 123-45-67')).toBe('+79161234567');
});

test('a masked number keeps its code and its last two digits', () => {
  expect(maskedPhone('+79161234567')).toBe('+7 916 ***-**-67');
});
