import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysIn, plusDays } from '../../database/figures/periods.ts';
import { askedPeriod, periodBefore, spansOf, stepsOf } from './periods.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2199-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const period = fc
  .record({ from: day, days: fc.integer({ min: 1, max: 366 }) })
  .map(({ from, days }) => ({ from, to: plusDays(from, days - 1) }));

test('a period nobody asked for is the last 30 days, today among them', () => {
  expect(askedPeriod({}, '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-03-01' });
  expect(askedPeriod({ from: '2028-02-29' }, '2028-03-01')).toEqual({ from: '2028-02-29', to: '2028-03-01' });
  expect(askedPeriod({ to: '2027-12-31' }, '2028-03-01')).toEqual({ from: '2027-12-02', to: '2027-12-31' });
});

test('a leap year is not too long for a period, and a day more is', () => {
  expect(askedPeriod({ from: '2028-01-01', to: '2028-12-31' }, '2029-01-01')).toBeDefined();
  expect(() => askedPeriod({ from: '2028-01-01', to: '2029-01-01' }, '2029-01-01')).toThrow('400');
  expect(() => askedPeriod({ from: '2028-01-02', to: '2028-01-01' }, '2029-01-01')).toThrow('400');
});

test('the period before has as many days and ends the day before', () => {
  expect(periodBefore({ from: '2028-03-01', to: '2028-03-31' })).toEqual({
    from: '2028-01-30',
    to: '2028-02-29',
  });
  fc.assert(
    fc.property(period, (asked) => {
      const before = periodBefore(asked);
      expect(daysIn(before)).toBe(daysIn(asked));
      expect(plusDays(before.to, 1)).toBe(asked.from);
    }),
  );
});

test('weeks begin on Monday, months on the first, and both are cut to the period', () => {
  const winter = { from: '2028-02-26', to: '2028-03-07' };
  expect(stepsOf(winter, 'week')).toEqual([
    { from: '2028-02-26', to: '2028-02-27' },
    { from: '2028-02-28', to: '2028-03-05' },
    { from: '2028-03-06', to: '2028-03-07' },
  ]);
  expect(stepsOf(winter, 'month')).toEqual([
    { from: '2028-02-26', to: '2028-02-29' },
    { from: '2028-03-01', to: '2028-03-07' },
  ]);
});

test('steps cover a period without a gap and without a day twice', () => {
  fc.assert(
    fc.property(period, fc.constantFrom('day' as const, 'week' as const, 'month' as const), (whole, step) => {
      const steps = stepsOf(whole, step);
      expect(steps[0]?.from).toBe(whole.from);
      expect(steps.at(-1)?.to).toBe(whole.to);
      for (const [index, { from }] of steps.slice(1).entries()) {
        expect(from).toBe(plusDays(steps[index]?.to ?? '', 1));
      }
    }),
  );
});

test('spans hold every day of a period once, each is kept as it is cut, and a year is some thirty of them', () => {
  expect(spansOf({ from: '1970-03-05', to: '1970-05-17' })).toEqual([
    { days: 1, first_day: '1970-03-05' },
    { days: 64, first_day: '1970-03-06' },
    { days: 8, first_day: '1970-05-09' },
    { days: 1, first_day: '1970-05-17' },
  ]);
  fc.assert(
    fc.property(period, (asked) => {
      const spans = spansOf(asked);
      let next = asked.from;
      for (const { days, first_day } of spans) {
        expect(first_day).toBe(next);
        expect((Date.parse(first_day) / 86_400_000) % days).toBe(0);
        next = plusDays(first_day, days);
      }
      expect(plusDays(next, -1)).toBe(asked.to);
      expect(spans.length).toBeLessThan(34);
    }),
  );
});
