import { formatCount, nounFor } from '../../../shared/format/count.ts';
import { formatDate } from '../../../shared/format/date.ts';

export type Days = { from: string; to: string };

const DAY_MS = 86_400_000;
const DASH = '\u00a0– ';

/** Number of days in a period, including both ends. */
export const lengthOf = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** For example «22 окт – 20 ноя 2026». The year is shown once when both dates share it. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return formatDate(to);
  const first = formatDate(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first}${DASH}${formatDate(to)}`;
}

/** For example «за 30 дней». */
export const overDays = (days: Days) => `за ${formatCount(lengthOf(days), ['день', 'дня', 'дней'])}`;

/** For example «к прошлым 30 дням», after a change. */
export function toPrevious(days: Days): string {
  const length = lengthOf(days);
  return length === 1
    ? 'к прошлому дню'
    : `к прошлым ${length}\u00a0${nounFor(length, ['дню', 'дням', 'дням'])}`;
}

/** For example «за прошлые 30 дней». */
export function overPrevious(days: Days): string {
  const length = lengthOf(days);
  return length === 1
    ? 'за прошлый день'
    : `за прошлые ${length}\u00a0${nounFor(length, ['день', 'дня', 'дней'])}`;
}
