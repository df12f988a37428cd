import { computeShare } from '../../values/money.ts';
import type { RewardBase, RewardCase, RewardRule } from './rewards.ts';

/** Columns of a rule that the commission of one lead or sale depends on. */
type CommissionRule = Pick<RewardRule, 'kind' | 'fixed_kop' | 'percent_bps' | 'tiers' | 'cap_per_lead_kop'>;

/** Returns the amount that a percentage is taken of, in kopecks. */
export const baseAmount = (
  base: RewardBase,
  { amount_kop, vat_kop }: { amount_kop: number; vat_kop: number | null },
) => (base === 'net_of_vat' ? amount_kop - (vat_kop ?? 0) : amount_kop);

/** Returns the commission of a lead or a sale by a rule, in kopecks. The cap limits it. */
export function computeCommission(rule: CommissionRule, rewardCase: RewardCase): number {
  const amount = beforeCap(rule, rewardCase);
  return rule.cap_per_lead_kop === null ? amount : Math.min(amount, rule.cap_per_lead_kop);
}

/**
 * Returns the rest of a commission after refunds of its sale, in kopecks. The share of the refunds is rounded half up; a complete refund
 * leaves nothing, so the last of several refunds takes the rest.
 */
export function computeKept(
  commissionKop: number,
  { refunded_kop, amount_kop }: { refunded_kop: number; amount_kop: number },
): number {
  if (refunded_kop === 0) return commissionKop;
  const [commission, refunded, amount] = [BigInt(commissionKop), BigInt(refunded_kop), BigInt(amount_kop)];
  return commissionKop - Number((2n * commission * refunded + amount) / (2n * amount));
}

function beforeCap(rule: CommissionRule, { deal_amount_kop, rewarded_before }: RewardCase): number {
  switch (rule.kind) {
    case 'fixed':
      return rule.fixed_kop ?? 0;
    case 'percent':
      return computeShare(deal_amount_kop, rule.percent_bps ?? 0);
    case 'tiered': {
      const tier = findTier(rule.tiers, rewarded_before);
      return tier?.percent_bps === undefined
        ? (tier?.fixed_kop ?? 0)
        : computeShare(deal_amount_kop, tier.percent_bps);
    }
  }
}

/** Returns the tier of what a partner had before, in the measure of the rule. */
export const findTier = (tiers: RewardRule['tiers'], before: number) =>
  tiers?.findLast(({ from }) => from <= before);
