import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskPhone, normalizePhone } from './phone.ts';

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
    expect(normalizePhone(written)).toBe('+79161234567');
  });

  test.each(['+375291234567', '+375 29 123-45-67'])('%s of another country keeps its code', (written) => {
    expect(normalizePhone(written)).toBe('+375291234567');
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
    expect(normalizePhone(written)).toBeNull();
  });

  test('is the same however it is spaced', () => {
    const subscriber = fc.stringMatching(/^[0-9]{10}$/);
    const gap = fc.constantFrom('', ' ', '-', '(', ')', '\u00a0');
    fc.assert(
      fc.property(
        subscriber,
        fc.constantFrom('8', '7', '+7', ''),
        fc.array(gap, { maxLength: 12 }),
        (digits, prefix, gaps) => {
          const written = prefix + [...digits].map((digit, index) => `${digit}${gaps[index] ?? ''}`).join('');
          expect(normalizePhone(written)).toBe(`+7${digits}`);
        },
      ),
    );
  });

  test('once normalised stays as it is, or is none', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const phone = normalizePhone(written);
        if (phone !== null) expect(normalizePhone(phone)).toBe(phone);
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
