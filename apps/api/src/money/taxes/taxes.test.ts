import { describe, expect, test } from 'vitest';
import { contributionsDue, getTaxPeriod, taxPeriods } from './deadlines.ts';
import { addTo, computeWithholding, type EarlierPayments, NO_EARLIER_PAYMENTS } from './withholding.ts';

const MILLION = 100_000_000;
const HUNDRED_THOUSAND = 10_000_000;
const payment = { year: 2026, residence: 'resident' as const };
const taxOf = (amount_kop: number, before: EarlierPayments = NO_EARLIER_PAYMENTS) =>
  computeWithholding({ ...payment, earned_kop: amount_kop, amount_kop }, before).tax_kop;

describe('income tax of a resident', () => {
  test.each([
    [24 * HUNDRED_THOUSAND, 312_000_00],
    [25 * HUNDRED_THOUSAND, 312_000_00 + 15_000_00],
    [5 * MILLION, 702_000_00],
    [20 * MILLION, 3_402_000_00],
    [50 * MILLION, 9_402_000_00],
    [60 * MILLION, 11_602_000_00],
  ])('is computed on the income of the year: %d kopecks give %d kopecks', (amount, tax) => {
    expect(taxOf(amount)).toBe(tax);
  });

  test.each([
    [384, 0],
    [385, 100],
    [1_000_00, 130_00],
    [1_003_84, 130_00],
    [1_003_85, 131_00],
    [1, 0],
    [1_99, 0],
  ])('is rounded to whole roubles: %d kopecks give %d kopecks', (amount, tax) => {
    expect(taxOf(amount)).toBe(tax);
  });

  test('depends on the sum of the year and not on its division into payments', () => {
    const parts = [1_003_33, 777_77, 22 * HUNDRED_THOUSAND, 450_000_50, 3 * MILLION, 33_33];
    let before = NO_EARLIER_PAYMENTS;
    for (const kop of parts)
      before = addTo(
        before,
        kop,
        computeWithholding({ ...payment, earned_kop: kop, amount_kop: kop }, before),
      );
    const sum = parts.reduce((total, kop) => total + kop, 0);
    expect(before).toEqual({
      resident_kop: sum,
      resident_tax_kop: taxOf(sum),
      missing_tax_kop: 0,
      earned_kop: sum,
    });
  });

  test('lists each rate with the part of the payment that it applies to', () => {
    const before = {
      ...NO_EARLIER_PAYMENTS,
      resident_kop: 23 * HUNDRED_THOUSAND,
      resident_tax_kop: 299_000_00,
      earned_kop: 23 * HUNDRED_THOUSAND,
    };
    const amount = { earned_kop: 3 * HUNDRED_THOUSAND, amount_kop: 3 * HUNDRED_THOUSAND };
    expect(computeWithholding({ ...payment, ...amount }, before)).toMatchObject({
      rates: [
        { bps: 1300, kop: HUNDRED_THOUSAND },
        { bps: 1500, kop: 2 * HUNDRED_THOUSAND },
      ],
      tax_kop: 43_000_00,
    });
  });

  test('withholds at most half of a payment, and the remainder from the next one', () => {
    const underwithheld = { ...NO_EARLIER_PAYMENTS, resident_kop: MILLION, earned_kop: MILLION };
    const tax = taxOf(1_001_00, underwithheld);
    expect(tax).toBe(500_00);
    const next = addTo(underwithheld, 1_001_00, { residence: 'resident', tax_kop: tax });
    expect(taxOf(MILLION, next)).toBe(taxOf(2 * MILLION + 1_001_00) - tax);
  });

  test('offsets excess tax against the next payments', () => {
    const overwithheld = {
      ...NO_EARLIER_PAYMENTS,
      resident_kop: 1_000_00,
      resident_tax_kop: 500_00,
      earned_kop: 1_000_00,
    };
    expect(taxOf(1_000_00, overwithheld)).toBe(0);
    expect(taxOf(10_000_00, overwithheld)).toBe(1_430_00 - 500_00);
  });

  test('is exact for the largest amounts', () => {
    expect(taxOf(90_000_000_000_000)).toBe(9_402_000_00 + 0.22 * (90_000_000_000_000 - 50 * MILLION));
  });
});

describe('income tax of a non-resident', () => {
  const nonResident = { year: 2026, residence: 'nonresident' as const };

  test('is 30 % of every payment, regardless of earlier payments', () => {
    const before = { ...NO_EARLIER_PAYMENTS, resident_kop: MILLION, earned_kop: MILLION };
    const amount = { earned_kop: 1_001_67, amount_kop: 1_001_67 };
    expect(computeWithholding({ ...nonResident, ...amount }, before)).toMatchObject({
      rates: [{ bps: 3000, kop: 1_001_67 }],
      tax_kop: 301_00,
    });
  });

  test('is at most half of a payment that settles a debt, and the remainder is withheld from the next one', () => {
    const first = computeWithholding(
      { ...nonResident, earned_kop: 1_000_00, amount_kop: 400_00 },
      NO_EARLIER_PAYMENTS,
    );
    expect(first).toMatchObject({ rates: [{ bps: 3000, kop: 1_000_00 }], tax_kop: 200_00 });
    const before = addTo(NO_EARLIER_PAYMENTS, 1_000_00, first);
    expect(
      computeWithholding({ ...nonResident, earned_kop: 1_000_00, amount_kop: 1_000_00 }, before).tax_kop,
    ).toBe(400_00);
  });
});

describe('insurance contributions', () => {
  test.each([
    [2025, 1_000_01, 0, 300_00],
    [2026, 2_979_000_00, 0, 893_700_00],
    [2026, 10_000_00, 2_979_000_00, 1_510_00],
    [2026, 2_000_00, 2_978_000_00, 451_00],
    [2025, 2_000_00, 2_758_000_00, 451_00],
    [2025, 10_000_00, 2_979_000_00, 1_510_00],
    // The base of 2027 is not published, so the base of 2026 applies.
    [2027, 2_000_00, 2_978_000_00, 451_00],
  ])(
    'are computed for %d: a payment of %d kopecks after %d kopecks costs %d kopecks',
    (year, amount_kop, earlier_kop, expected) => {
      const before = { ...NO_EARLIER_PAYMENTS, earned_kop: earlier_kop };
      const amount = { earned_kop: amount_kop, amount_kop };
      expect(computeWithholding({ ...payment, year, ...amount }, before).contributions_kop).toBe(expected);
    },
  );
});

describe('the deadlines', () => {
  test.each([
    ['2026-04', '2026-04-28', '2026-05-05'],
    // The 28th is a Saturday.
    ['2026-11', '2026-11-30', '2026-12-07'],
    ['2026-02', '2026-03-02', '2026-03-05'],
    ['2026-12', '2026-12-28', '2026-12-30'],
    ['2028-12', '2028-12-28', '2028-12-29'],
  ])('are two a month: %s has %s and %s', (month, first, second) => {
    expect(taxPeriods(month).map(({ due_on }) => due_on)).toEqual([first, second]);
  });

  test('the second period begins on the 23rd and ends with the month', () => {
    expect(getTaxPeriod('2026-02-22')).toMatchObject({ from: '2026-02-01', to: '2026-02-22' });
    expect(getTaxPeriod('2026-02-23')).toMatchObject({ from: '2026-02-23', to: '2026-02-28' });
    expect(getTaxPeriod('2028-02-29')).toMatchObject({ to: '2028-02-29' });
  });

  test.each([
    ['2026-11', '2026-12-28'],
    ['2026-10', '2026-11-30'],
    ['2026-12', '2027-01-28'],
  ])('contributions of %s are due by %s', (month, day) => {
    expect(contributionsDue(month)).toBe(day);
  });
});
