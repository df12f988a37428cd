import { formatCount, nounFor } from '@/shared/format/count.ts';
import { formatDate } from '@/shared/format/date.ts';

export type Days = { from: string; to: string };

const DAY_MS = 86_400_000;
const DASH = '\u00a0– ';

/** Number of days in a period, including both ends. */
export const getDayCount = ({ from, to }: Days) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** For example «22 окт – 20 ноя 2026». The year is shown once when both dates share it. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return formatDate(to);
  const firstDate = formatDate(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? firstDate.slice(0, -5) : firstDate}${DASH}${formatDate(to)}`;
}

/** Like `formatDays`, without the year when both dates are in `year`: «7 ноя», «2 ноя – 8 ноя». */
export const formatDaysIn = (year: string, days: Days) =>
  days.from.startsWith(year) && days.to.startsWith(year) ? formatDays(days).slice(0, -5) : formatDays(days);

/** For example «за 30 дней». */
export const formatDuration = (days: Days) => `за ${formatCount(getDayCount(days), ['день', 'дня', 'дней'])}`;

/** For example «к прошлым 30 дням», after a change. */
export function formatComparison(days: Days): string {
  const dayCount = getDayCount(days);
  return dayCount === 1
    ? 'к прошлому дню'
    : `к прошлым ${dayCount}\u00a0${nounFor(dayCount, ['дню', 'дням', 'дням'])}`;
}

/** For example «прошлые 30 дней». */
export function namePreviousPeriod(days: Days): string {
  const dayCount = getDayCount(days);
  return dayCount === 1
    ? 'прошлый день'
    : `прошлые ${dayCount}\u00a0${nounFor(dayCount, ['день', 'дня', 'дней'])}`;
}

/** For example «за прошлые 30 дней». */
export const formatPreviousPeriod = (days: Days) => `за ${namePreviousPeriod(days)}`;
