import { expect, test } from 'vitest';
import { monthInWords } from '../../platform/russian-format.ts';
import { addMonths, formatIsoDay, getFirstDayOfMonth, getLastDayOfMonth, isFinished } from './months.ts';

test('returns the first and the last day of a month and its Russian name', () => {
  expect([getFirstDayOfMonth('2028-02'), getLastDayOfMonth('2028-02')]).toEqual(['2028-02-01', '2028-02-29']);
  expect(getLastDayOfMonth('2026-12')).toBe('2026-12-31');
  expect(monthInWords('2026-10')).toBe('октябрь 2026');
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(formatIsoDay(getLastDayOfMonth('2027-02'))).toBe('28.02.2027');
});

test('a month ends at midnight of the time zone', () => {
  const at = (time: string, zone: string) => isFinished('2026-11', new Date(time), zone);
  expect(at('2026-11-30T20:59:59Z', 'Europe/Moscow')).toBe(false);
  expect(at('2026-11-30T21:00:00Z', 'Europe/Moscow')).toBe(true);
  expect(at('2026-11-30T21:00:00Z', 'Europe/Kaliningrad')).toBe(false);
  expect(at('2026-11-30T14:00:00Z', 'Asia/Vladivostok')).toBe(true);
  expect(at('2026-10-31T23:00:00Z', 'Europe/Moscow')).toBe(false);
});
