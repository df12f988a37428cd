/** Amounts, shares and days as people read them in Russian. */

const ROUBLES = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const PERCENT = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 2 });

/** `125 000,00 ₽` or `−500,00 ₽`, with blanks that do not break. */
export const formatRubles = (kop: number) => ROUBLES.format(kop / 100).replace('-', '\u2212');

/** `7,5 %` */
export const formatPercent = (bps: number) => PERCENT.format(bps / 10_000);

/** `4 сен 2026` by the clock of a time zone, with blanks that do not break. */
export function formatDay(moment: Date, timeZone: string): string {
  const { day, month, year } = partsOf(moment, timeZone);
  return [day, month, year].join('\u00a0');
}

/** `4 сен, 03:33` by the clock of a time zone: a moment near enough to need no year. */
export function formatMoment(moment: Date, timeZone: string): string {
  const { day, month, hour, minute } = partsOf(moment, timeZone);
  return `${day}\u00a0${month}, ${hour}:${minute}`;
}

function partsOf(moment: Date, timeZone: string) {
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
  // «сент.» and «июня» are the locale's short months; the house has three letters and no full stop.
  const month = part('month').slice(0, 3);
  return { day: part('day'), month, year: part('year'), hour: part('hour'), minute: part('minute') };
}
