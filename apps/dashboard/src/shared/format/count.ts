const numbers = new Intl.NumberFormat('ru-RU');
const plurals = new Intl.PluralRules('ru-RU');

/** A noun beside a number: «лид» after 1, «лида» after 2, «лидов» after 5. */
export type Noun = readonly [one: string, few: string, many: string];

/** «2 048», with no-break spaces; «10 000+» where there are more than were counted. */
export const formatNumber = (count: number, isMore = false) => `${numbers.format(count)}${isMore ? '+' : ''}`;

/** The form of a noun that a number asks for. */
export function nounFor(count: number, [one, few, many]: Noun): string {
  const form = plurals.select(count);
  return form === 'one' ? one : form === 'few' ? few : many;
}

/** «2 048 лидов»: a number and its noun, which never part. */
export const countOf = (count: number, noun: Noun, isMore = false) =>
  `${formatNumber(count, isMore)}\u00a0${nounFor(count, noun)}`;
