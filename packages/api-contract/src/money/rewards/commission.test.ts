import { expect, test } from 'vitest';
import { computeCommission } from './commission.ts';
import type { RewardRule } from './rewards.ts';

const rule: RewardRule = {
  version: 1,
  kind: 'fixed',
  fixed_kop: 50_000,
  percent_bps: null,
  tiers: null,
  cap_per_lead_kop: null,
  applies_to: 'first_sale' as const,
  applies_to_limit: null,
  base: 'gross' as const,
  cap_per_client_kop: null,
  measure: 'count' as const,
  period: 'life' as const,
};
const tiers = [
  { from: 0, fixed_kop: 100 },
  { from: 3, fixed_kop: 200 },
  { from: 10, fixed_kop: 300 },
];

test('a fixed reward does not depend on the deal', () => {
  expect(computeCommission(rule, { deal_amount_kop: 10_000_000, rewarded_before: 7 })).toBe(50_000);
});

test('a percentage of the deal is limited by the cap', () => {
  const share = { ...rule, kind: 'percent' as const, percent_bps: 750, cap_per_lead_kop: 700_000 };
  expect(computeCommission(share, { deal_amount_kop: 1_234_567, rewarded_before: 0 })).toBe(92_593);
  expect(computeCommission(share, { deal_amount_kop: 10_000_000, rewarded_before: 0 })).toBe(700_000);
});

test.each([
  [0, 100],
  [2, 100],
  [3, 200],
  [9, 200],
  [10, 300],
])('the tier of %i previous rewarded leads gives %i', (rewarded_before, expected) => {
  expect(computeCommission({ ...rule, kind: 'tiered', tiers }, { deal_amount_kop: 0, rewarded_before })).toBe(
    expected,
  );
});
