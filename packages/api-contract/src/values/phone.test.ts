import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isForeignPhone, maskedPhone, mobilePhone, phone, russianPhone, writtenPhone } from './phone.ts';

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

test.each([
  ...['+375 29 123-45-67', '00375291234567', '8 10 375 29 123-45-67', '+15551234567'],
  ...['00 7 916 123-45-67', '+7 701 123 45 67', '8 701 123 45 67', '+7 512 345-67-89', '+7 000 000-00-00'],
])('%s is a complete number, but not a Russian one', (written) => {
  expect(isForeignPhone(written)).toBe(true);
  expect(phone.safeParse(written).error?.issues.map(({ message }) => message)).toEqual([
    'Введите российский номер телефона, например +7 916 123-45-67.',
  ]);
});

test.each([
  ...['+7 916 123-45-67', '8 495 123-45-67'],
  ...['', '12', '+7 916 123', 'secret00375291234567', '+'],
])('%j is not a complete number of another country', (written) => {
  expect(isForeignPhone(written)).toBe(false);
});

test('an invalid number gets one error, for any kind of phone', () => {
  expect(phone.safeParse('12').error?.issues).toHaveLength(1);
  expect(mobilePhone.safeParse('12').error?.issues).toHaveLength(1);
});

test('sign-in accepts only mobile numbers', () => {
  expect(mobilePhone.safeParse('8-800-555-35-35').success).toBe(false);
  expect(mobilePhone.parse('8 916 123-45-67')).toBe('+79161234567');
});

test('a number is formatted with spaces and dashes, other text is unchanged', () => {
  expect(writtenPhone('+79161234567')).toBe('+7 916 123-45-67');
  expect(writtenPhone('+375291234567')).toBe('+375291234567');
});

test('a masked number shows its area code and its last two digits', () => {
  expect(maskedPhone('+79161234567')).toBe('+7 916 ***-**-67');
});

describe('a phone number', () => {
  test.each([
    '+79161234567',
    '79161234567',
    '89161234567',
    '9161234567',
    ' +7 (916) 123-45-67 ',
    '8 916 123 45 67',
    '8\u00a0(916)\u00a0123\u201345\u201367',
    '+7.916.123.45.67',
  ])('%s is read as +79161234567', (written) => {
    expect(russianPhone(written)).toBe('+79161234567');
  });

  test.each([
    ...['+375291234567', '+375 29 123-45-67', '375291234567', '00 375 29 123-45-67', '8 10 375 29 123-45-67'],
    ...['00 7 916 123-45-67', '+7 701 123-45-67', '8 701 123 45 67', '+7 512 345-67-89', '+15551234567'],
    '5551234567',
  ])('%s is not a Russian number', (written) => {
    expect(russianPhone(written)).toBeNull();
  });

  test.each([
    '',
    ' ',
    '+',
    '916',
    '916123456',
    '691612345678',
    '+7916123456',
    '+791612345678',
    'телефон',
    '9161234567a',
    '+0123456789',
    '++79161234567',
    "' or 1=1",
  ])('%j is not a phone number', (written) => {
    expect(russianPhone(written)).toBeNull();
  });

  test('is read in the same way with any spacing', () => {
    const subscriber = fc.stringMatching(/^9[0-9]{9}$/);
    const gap = fc.constantFrom('', ' ', '-', '(', ')', '\u00a0');
    fc.assert(
      fc.property(
        subscriber,
        fc.constantFrom('8', '7', '+7', ''),
        fc.array(gap, { maxLength: 12 }),
        (digits, prefix, gaps) => {
          const written = prefix + [...digits].map((digit, index) => `${digit}${gaps[index] ?? ''}`).join('');
          expect(russianPhone(written)).toBe(`+7${digits}`);
        },
      ),
    );
  });

  test('is unchanged or refused after normalization', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const phone = russianPhone(written);
        if (phone !== null) expect(russianPhone(phone)).toBe(phone);
      }),
    );
  });
});
