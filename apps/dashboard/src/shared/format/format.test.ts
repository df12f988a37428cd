import { expect, test } from 'vitest';
import { formatCount } from './count.ts';
import { formatAge, formatDate, getDates } from './date.ts';
import { formatMoney, formatRate, formatShare } from './money.ts';
import { formatShortDate } from './short-date.ts';

const spaced = (text: string) => text.replaceAll('\u00a0', '_');

test.each([
  [0, '0,00_₽'],
  [7, '0,07_₽'],
  [123_456, '1_234,56_₽'],
  [-50_000, '−500,00_₽'],
  [10_000_000_000_000, '100_000_000_000,00_₽'],
])('%i kopecks are formatted as «%s» without line breaks', (kop, text) => {
  expect(spaced(formatMoney(kop))).toBe(text);
});

test.each([
  [0, '0,0_%'],
  [750, '7,5_%'],
  [4024, '40,2_%'],
  [10_000, '100,0_%'],
])('a share of %i basis points is rounded to one decimal: «%s»', (bps, text) => {
  expect(spaced(formatShare(bps))).toBe(text);
});

test.each([
  [1, '0,01_%'],
  [725, '7,25_%'],
  [1300, '13_%'],
])('a rate of %i basis points is not rounded: «%s»', (bps, text) => {
  expect(spaced(formatRate(bps))).toBe(text);
});

test.each([undefined, 'Europe/Nowhere', 'Europe/Moscow'])(
  'in the zone %s timestamps have Moscow time',
  (zone) => {
    const { formatDay, formatMoment } = getDates(zone);
    expect(spaced(formatMoment('2026-08-21T11:05:00Z'))).toBe('21_авг_2026, 14:05');
    expect(spaced(formatDay('2026-08-20T21:00:00Z'))).toBe('21_авг_2026');
    expect(spaced(formatMoment('2025-12-31T21:00:00Z'))).toBe('1_янв_2026, 00:00');
  },
);

test.each([
  ['Europe/Kaliningrad', '2026-08-21T21:59:59Z', '21_авг_2026', '2026-08-21'],
  ['Europe/Kaliningrad', '2026-08-21T22:00:00Z', '22_авг_2026', '2026-08-22'],
  ['Asia/Kamchatka', '2026-08-21T11:59:59Z', '21_авг_2026', '2026-08-21'],
  ['Asia/Kamchatka', '2026-08-21T12:00:00Z', '22_авг_2026', '2026-08-22'],
])('in %s, %s is shown as %s', (zone, iso, shown, day) => {
  const { dayAt, formatDay, toMidnight } = getDates(zone);
  expect(spaced(formatDay(iso))).toBe(shown);
  expect(dayAt(Date.parse(iso))).toBe(day);
  expect(dayAt(toMidnight(day))).toBe(day);
  expect(dayAt(toMidnight(day) - 1)).not.toBe(day);
  // A date without a time does not depend on the time zone.
  expect(spaced(formatDate('2026-08-21'))).toBe('21_авг_2026');
});

test.each(['янв', 'фев', 'мар', 'апр', 'мая', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'])(
  '«%s» has three letters and no full stop',
  (month) => {
    const months = Array.from({ length: 12 }, (_, index) =>
      getDates().formatDay(`2026-${String(index + 1).padStart(2, '0')}-10T09:00:00Z`),
    );
    expect(months.map(spaced)).toContain(`10_${month}_2026`);
  },
);

test.each([
  [10, '1_мин'],
  [59 * 60, '59_мин'],
  [3 * 3600 + 59 * 60, '3_ч'],
  [24 * 3600, '1_день'],
  [49 * 3600, '2_дня'],
  [5 * 24 * 3600, '5_дней'],
])('an age of %i seconds is formatted as «%s»', (seconds, text) => {
  const now = Date.parse('2026-08-21T12:00:00Z');
  expect(spaced(formatAge(new Date(now - seconds * 1000).toISOString(), now))).toBe(text);
});

test.each([
  [1, '1_лид'],
  [2, '2_лида'],
  [5, '5_лидов'],
  [11, '11_лидов'],
  [21, '21_лид'],
  [112, '112_лидов'],
  [2048, '2_048_лидов'],
  [0, '0_лидов'],
])('a count of %i is formatted as «%s»', (count, text) => {
  expect(spaced(formatCount(count, ['лид', 'лида', 'лидов']))).toBe(text);
});

test('a short date has no year in the current year', () => {
  expect(spaced(formatShortDate('2026-11-29', '2026-11-07'))).toBe('29_ноя');
  expect(spaced(formatShortDate('2027-01-09', '2026-11-07'))).toBe('9_янв_2027');
});
