import type { HomeMetric } from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { describeValue, formatTick, getTicks } from './metrics.ts';

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test.each<[HomeMetric, number, string]>([
  ['leads', 1, '1 лид'],
  ['leads', 19, '19 лидов'],
  ['qualified', 2, '2 подтвержденных лида'],
  ['won', 3, '3 сделки'],
  ['clicks', 5, '5 переходов'],
  ['deal_kop', 1_250_000, 'сделки на 12 500,00 ₽'],
  ['revenue_kop', 1_250_000, 'оплаты на 12 500,00 ₽'],
  ['rewards_kop', 123_456, 'вознаграждения на 1 234,56 ₽'],
])('a value of %s is described as %i: «%s»', (metric, value, text) => {
  expect(spaced(describeValue(metric, value))).toBe(text);
});

test.each<[HomeMetric, number[], string[]]>([
  ['leads', [7, 19], ['0', '5', '10', '15', '20']],
  ['leads', [0], ['0', '1']],
  ['leads', [21], ['0', '10', '20', '30']],
  ['rewards_kop', [3_900_000], ['0', '10 тыс.', '20 тыс.', '30 тыс.', '40 тыс.']],
  ['rewards_kop', [7_900_000], ['0', '20 тыс.', '40 тыс.', '60 тыс.', '80 тыс.']],
  ['rewards_kop', [-150_000, 500_000], ['−2 тыс.', '0', '2 тыс.', '4 тыс.', '6 тыс.']],
])('the axis of %s for %j has round ticks', (metric, values, texts) => {
  expect(getTicks(metric, values).map((tick) => spaced(formatTick(metric, tick)))).toEqual(texts);
});
