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
])('%s is a whole number, but not a Russian one', (written) => {
  expect(isForeignPhone(written)).toBe(true);
  expect(phone.safeParse(written).error?.issues.map(({ message }) => message)).toEqual([
    'Введите российский номер телефона, например +7 916 123-45-67.',
  ]);
});

test.each([
  ...['+7 916 123-45-67', '8 495 123-45-67'],
  ...['', '12', '+7 916 123', 'secret00375291234567', '+'],
])('%j is not a whole number of another country', (written) => {
  expect(isForeignPhone(written)).toBe(false);
});

test('a number that is none is refused once, whatever kind is asked for', () => {
  expect(phone.safeParse('12').error?.issues).toHaveLength(1);
  expect(mobilePhone.safeParse('12').error?.issues).toHaveLength(1);
});

test('a person signs in with a mobile number only', () => {
  expect(mobilePhone.safeParse('8-800-555-35-35').success).toBe(false);
  expect(mobilePhone.parse('8 916 123-45-67')).toBe('+79161234567');
});

test('a number is shown with blanks and dashes, what is none as it is', () => {
  expect(writtenPhone('+79161234567')).toBe('+7 916 123-45-67');
  expect(writtenPhone('+375291234567')).toBe('+375291234567');
});

test('a masked number keeps its code and its last two digits', () => {
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
  ])('%s is +79161234567', (written) => {
    expect(russianPhone(written)).toBe('+79161234567');
  });

  test.each([
    ...['+375291234567', '+375 29 123-45-67', '375291234567', '00 375 29 123-45-67', '8 10 375 29 123-45-67'],
    ...['00 7 916 123-45-67', '+7 701 123-45-67', '8 701 123 45 67', '+7 512 345-67-89', '+15551234567'],
    '5551234567',
  ])('%s is not a Russian one', (written) => {
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
  ])('%j is none', (written) => {
    expect(russianPhone(written)).toBeNull();
  });

  test('is the same however it is spaced', () => {
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

  test('once normalised stays as it is, or is none', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const phone = russianPhone(written);
        if (phone !== null) expect(russianPhone(phone)).toBe(phone);
      }),
    );
  });
});
