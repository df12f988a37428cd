import { formatMoney, formatRate, type Noun, nounFor } from '@referral-dashboard/api-contract/formats';

/** Formats of amounts, percentages and dates in Russian. */

/** Returns `125 000,00 ₽` or `−500,00 ₽`, with no-break spaces. */
export const formatRubles = formatMoney;

/** Returns `7,5 %`. */
export const formatPercent = formatRate;

/** Forms of a noun after 1, 2 and 5: `['лид', 'лида', 'лидов']`. */
export type Plurals = Noun;

/** Returns the form of a noun after an integer. */
export const chooseForm = nounFor;

/** Returns an integer with its noun: `5 лидов`, with a no-break space. */
export const formatCount = (count: number, forms: Plurals) => `${count}\u00a0${chooseForm(count, forms)}`;

/** Returns the local date in a time zone, `4 сен 2026`, with no-break spaces. */
export function formatDay(moment: Date, timeZone: string): string {
  const { day, month, year } = splitMoment(moment, timeZone);
  return [day, month, year].join('\u00a0');
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns a month `2026-10` as `октябрь 2026`. */
export function monthInWords(month: string): string {
  const parts = MONTH.formatToParts(new Date(`${month}-01`));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('year')}`;
}

/** Returns local date and time without the year: `4 сен, 03:33`. */
export function formatMoment(moment: Date, timeZone: string): string {
  const { day, month, hour, minute } = splitMoment(moment, timeZone);
  return `${day}\u00a0${month}, ${hour}:${minute}`;
}

/** Returns the local time of a moment of the same local day as `now`: `03:33`; otherwise also its date: `4 сен, 03:33`. */
export function formatTimeOrMoment(moment: Date, now: Date, timeZone: string): string {
  const { hour, minute } = splitMoment(moment, timeZone);
  const isSameDay = formatDay(moment, timeZone) === formatDay(now, timeZone);
  return isSameDay ? `${hour}:${minute}` : formatMoment(moment, timeZone);
}

function splitMoment(moment: Date, timeZone: string) {
  const words = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(words.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  // The locale gives «сент.» and «июня». The style of the product is three letters without a period.
  const month = part('month').slice(0, 3);
  return { day: part('day'), month, year: part('year'), hour: part('hour'), minute: part('minute') };
}
