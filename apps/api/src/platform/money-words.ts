/** Amounts, shares and days as people read them in Russian. */

const ROUBLES = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const PERCENT = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 2 });

/** `125 000,00 ₽` or `−500,00 ₽`, with blanks that do not break. */
export const roubles = (kop: number) => ROUBLES.format(kop / 100).replace('-', '\u2212');

/** `7,5 %` */
export const percent = (bps: number) => PERCENT.format(bps / 10_000);

/** `04.09.2026` by the clock of a time zone. */
export const dayOf = (moment: Date, timeZone: string) =>
  moment.toLocaleDateString('ru-RU', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
