import { type Noun, nounFor } from '@referral-dashboard/api-contract/formats';

export { type Noun, nounFor };

const numbers = new Intl.NumberFormat('ru-RU');

/** Formats «2 048» with no-break spaces. `isMore` marks a lower bound with a plus: «10 000+». */
export const formatNumber = (count: number, isMore = false) => `${numbers.format(count)}${isMore ? '+' : ''}`;

/** Formats «2 048 лидов». The number and the noun do not wrap. */
export const formatCount = (count: number, noun: Noun, isMore = false) =>
  `${formatNumber(count, isMore)}\u00a0${nounFor(count, noun)}`;
