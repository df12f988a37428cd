/** Formats of amounts, rates and counted nouns in Russian, with no-break spaces. */

const roubles = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const rate = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 2 });
const plurals = new Intl.PluralRules('ru-RU');

/** Formats kopecks as «1 234,56 ₽» or «−500,00 ₽». */
export const formatMoney = (kop: number) => roubles.format(kop / 100).replace('-', '\u2212');

/** Formats an agreed rate in basis points without rounding: «7,25 %», «13 %». */
export const formatRate = (bps: number) => rate.format(bps / 10_000);

/** Noun forms for 1, 2 and 5: «лид», «лида», «лидов». */
export type Noun = readonly [one: string, few: string, many: string];

/** Returns the noun form for a number. */
export function nounFor(count: number, [one, few, many]: Noun): string {
  const form = plurals.select(count);
  return form === 'one' ? one : form === 'few' ? few : many;
}
