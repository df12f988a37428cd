import { expect, test } from 'vitest';
import { describeReward } from './describe-reward.ts';
import type { RewardEvent, RewardRule } from './rewards.ts';

const rule: RewardRule = {
  version: 1,
  kind: 'fixed',
  fixed_kop: 150_000,
  percent_bps: null,
  tiers: null,
  cap_per_lead_kop: null,
  applies_to: 'first_sale' as const,
  applies_to_limit: null,
  base: 'gross' as const,
  cap_per_client_kop: null,
};
const percent = { kind: 'percent', percent_bps: 1200 } as const;
const createTiers = (...amounts: number[]) => ({
  kind: 'tiered' as const,
  tiers: amounts.map((fixed_kop, index) => ({ from: index * 5, fixed_kop })),
});

const cases: readonly [string, Partial<RewardRule>, RewardEvent?][] = [
  ['1 500,00 ₽ за подтвержденный лид', {}, 'lead_qualified'],
  ['1 500,00 ₽ за сделку', {}],
  ['500,00 ₽ – 700,00 ₽ за сделку', createTiers(50_000, 70_000)],
  ['500,00 ₽ за сделку', createTiers(50_000, 50_000)],
  ['12 % от сделки', percent],
  ['12 % от сделки, не больше 10 000,00 ₽', { ...percent, cap_per_lead_kop: 1_000_000 }],
];

test.each(cases)('a reward is described as «%s»', (sentence, fields, event = 'deal_won') => {
  expect(describeReward({ ...rule, ...fields }, event).replaceAll('\u00a0', ' ')).toBe(sentence);
});
