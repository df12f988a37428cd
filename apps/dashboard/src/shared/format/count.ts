const numbers = new Intl.NumberFormat('ru-RU');
const plurals = new Intl.PluralRules('ru-RU');

/** Noun forms for 1, 2 and 5: «лид», «лида», «лидов». */
export type Noun = readonly [one: string, few: string, many: string];

/** Formats «2 048» with no-break spaces. `isMore` marks a lower bound with a plus: «10 000+». */
export const formatNumber = (count: number, isMore = false) => `${numbers.format(count)}${isMore ? '+' : ''}`;

/** Returns the noun form for a number. */
export function nounFor(count: number, [one, few, many]: Noun): string {
  const form = plurals.select(count);
  return form === 'one' ? one : form === 'few' ? few : many;
}

/** Formats «2 048 лидов». The number and the noun do not wrap. */
export const formatCount = (count: number, noun: Noun, isMore = false) =>
  `${formatNumber(count, isMore)}\u00a0${nounFor(count, noun)}`;
