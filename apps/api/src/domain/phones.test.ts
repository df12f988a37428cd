import { russianPhone } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskPhone } from './phones.ts';

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

test.each([
  ['+79161234567', '+7916***4567'],
  ['+37529123456', '+3752***3456'],
  ['my password', '***'],
  ['', '***'],
])('for a log %j is masked as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});
