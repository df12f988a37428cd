import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysIn, plusDays } from '../../database/figures/periods.ts';
import { coverPeriod, periodBefore, requestedPeriod, splitPeriod } from './periods.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2199-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const period = fc
  .record({ from: day, days: fc.integer({ min: 1, max: 366 }) })
  .map(({ from, days }) => ({ from, to: plusDays(from, days - 1) }));

test('the default period is the last 30 days including today', () => {
  expect(requestedPeriod({}, '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-03-01' });
  expect(requestedPeriod({ from: '2028-02-29' }, '2028-03-01')).toEqual({
    from: '2028-02-29',
    to: '2028-03-01',
  });
  expect(requestedPeriod({ to: '2027-12-31' }, '2028-03-01')).toEqual({
    from: '2027-12-02',
    to: '2027-12-31',
  });
});

test('a period has at most 366 days', () => {
  expect(requestedPeriod({ from: '2028-01-01', to: '2028-12-31' }, '2029-01-01')).toBeDefined();
  expect(() => requestedPeriod({ from: '2028-01-01', to: '2029-01-01' }, '2029-01-01')).toThrow('400');
  expect(() => requestedPeriod({ from: '2028-01-02', to: '2028-01-01' }, '2029-01-01')).toThrow('400');
});

test('the previous period has the same length and ends on the day before', () => {
  expect(periodBefore({ from: '2028-03-01', to: '2028-03-31' })).toEqual({
    from: '2028-01-30',
    to: '2028-02-29',
  });
  fc.assert(
    fc.property(period, (requested) => {
      const before = periodBefore(requested);
      expect(daysIn(before)).toBe(daysIn(requested));
      expect(plusDays(before.to, 1)).toBe(requested.from);
    }),
  );
});

test('weeks begin on Monday, months on the first day, and both are cut to the period', () => {
  const winter = { from: '2028-02-26', to: '2028-03-07' };
  expect(splitPeriod(winter, 'week')).toEqual([
    { from: '2028-02-26', to: '2028-02-27' },
    { from: '2028-02-28', to: '2028-03-05' },
    { from: '2028-03-06', to: '2028-03-07' },
  ]);
  expect(splitPeriod(winter, 'month')).toEqual([
    { from: '2028-02-26', to: '2028-02-29' },
    { from: '2028-03-01', to: '2028-03-07' },
  ]);
});

test('steps cover a period without gaps and overlaps', () => {
  fc.assert(
    fc.property(
      period,
      fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      (requested, step) => {
        const steps = splitPeriod(requested, step);
        expect(steps[0]?.from).toBe(requested.from);
        expect(steps.at(-1)?.to).toBe(requested.to);
        for (const [index, { from }] of steps.slice(1).entries()) {
          expect(from).toBe(plusDays(steps[index]?.to ?? '', 1));
        }
      },
    ),
  );
});

test('spans cover each day of a period once, are aligned, and a year has fewer than 34 of them', () => {
  expect(coverPeriod({ from: '1970-03-05', to: '1970-05-17' })).toEqual([
    { days: 1, first_day: '1970-03-05' },
    { days: 64, first_day: '1970-03-06' },
    { days: 8, first_day: '1970-05-09' },
    { days: 1, first_day: '1970-05-17' },
  ]);
  fc.assert(
    fc.property(period, (requested) => {
      const spans = coverPeriod(requested);
      let next = requested.from;
      for (const { days, first_day } of spans) {
        expect(first_day).toBe(next);
        expect((Date.parse(first_day) / 86_400_000) % days).toBe(0);
        next = plusDays(first_day, days);
      }
      expect(plusDays(next, -1)).toBe(requested.to);
      expect(spans.length).toBeLessThan(34);
    }),
  );
});
