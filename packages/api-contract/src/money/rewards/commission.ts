import { computeShare } from '../../values/money.ts';
import type { RewardCase, RewardRule } from './rewards.ts';

/** Returns the commission of a lead by a rule, in kopecks. The cap limits it. */
export function computeCommission(rule: Omit<RewardRule, 'version'>, rewardCase: RewardCase): number {
  const amount = beforeCap(rule, rewardCase);
  return rule.cap_per_lead_kop === null ? amount : Math.min(amount, rule.cap_per_lead_kop);
}

function beforeCap(
  rule: Omit<RewardRule, 'version'>,
  { deal_amount_kop, rewarded_before }: RewardCase,
): number {
  switch (rule.kind) {
    case 'fixed':
      return rule.fixed_kop ?? 0;
    case 'percent':
      return computeShare(deal_amount_kop, rule.percent_bps ?? 0);
    case 'tiered':
      return rule.tiers?.findLast(({ from }) => from <= rewarded_before)?.fixed_kop ?? 0;
  }
}
