import { countOf, nounFor } from '../../../shared/format/count.ts';
import { formatDate } from '../../../shared/format/date.ts';

export type Days = { from: string; to: string };

const DAY_MS = 86_400_000;
const DASH = '\u00a0– ';

/** Number of days of a period, its first and its last among them. */
export const lengthOf = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** «22 окт – 20 ноя 2026»; the year once where it is the same. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return formatDate(to);
  const first = formatDate(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first}${DASH}${formatDate(to)}`;
}

/** «за 30 дней». */
export const overDays = (days: Days) => `за ${countOf(lengthOf(days), ['день', 'дня', 'дней'])}`;

/** «к прошлым 30 дням»: with what a change compares. */
export function toPrevious(days: Days): string {
  const length = lengthOf(days);
  return length === 1
    ? 'к прошлому дню'
    : `к прошлым ${length}\u00a0${nounFor(length, ['дню', 'дням', 'дням'])}`;
}

/** «за прошлые 30 дней». */
export function overPrevious(days: Days): string {
  const length = lengthOf(days);
  return length === 1
    ? 'за прошлый день'
    : `за прошлые ${length}\u00a0${nounFor(length, ['день', 'дня', 'дней'])}`;
}
