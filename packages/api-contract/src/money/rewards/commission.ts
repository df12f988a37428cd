import { computeShare } from '../../values/money.ts';
import { findLine, type RewardLine, type SaleFacts } from './reward-lines.ts';
import type { RewardBase, RewardRule } from './rewards.ts';

/** Columns of a rule that the commission of one lead or sale depends on. */
type CommissionRule = Pick<
  RewardRule,
  'kind' | 'fixed_kop' | 'percent_bps' | 'tiers' | 'cap_per_lead_kop' | 'base' | 'lines'
>;

/** A lead or a sale to reward. The amount contains the VAT. Default: no VAT. */
export type CommissionCase = SaleFacts & {
  deal_amount_kop: number;
  vat_kop?: number | null | undefined;
  rewarded_before: number;
};

/** Returns the amount that a percentage is taken of, in kopecks. */
export const baseAmount = (
  base: RewardBase,
  { amount_kop, vat_kop }: { amount_kop: number; vat_kop: number | null },
) => (base === 'net_of_vat' ? amount_kop - (vat_kop ?? 0) : amount_kop);

/** Returns the commission of a lead or a sale by a rule, in kopecks: by the first line that fits, else by the main rate. The caps limit it. */
export function computeCommission(rule: CommissionRule, rewardCase: CommissionCase): number {
  const { deal_amount_kop: amount_kop, vat_kop = null, rewarded_before } = rewardCase;
  const base_kop = baseAmount(rule.base, { amount_kop, vat_kop });
  const line = findLine(rule.lines, { ...rewardCase, amount_kop });
  const amount = line ? payOf(line, base_kop) : mainPay(rule, { base_kop, rewarded_before });
  return Math.min(amount, line?.cap_kop ?? amount, rule.cap_per_lead_kop ?? amount);
}

/** Returns what the cap per partner leaves of a commission, in kopecks. `earned_kop` is what the partner had earned in the period before. */
export const capForPartner = (
  { cap_per_partner_kop: capKop }: Pick<RewardRule, 'cap_per_partner_kop'>,
  { due_kop, earned_kop }: { due_kop: number; earned_kop: number },
) => (capKop === null ? due_kop : Math.min(due_kop, Math.max(0, capKop - earned_kop)));

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

/** Exact up to `MAX_KOP`: the sum is at most twice that. */
const payOf = ({ pay }: RewardLine, baseKop: number) =>
  (pay.fixed_kop ?? 0) + computeShare(baseKop, pay.percent_bps ?? 0);

function mainPay(
  rule: CommissionRule,
  { base_kop, rewarded_before }: { base_kop: number; rewarded_before: number },
): number {
  switch (rule.kind) {
    case 'fixed':
      return rule.fixed_kop ?? 0;
    case 'percent':
      return computeShare(base_kop, rule.percent_bps ?? 0);
    case 'tiered': {
      const tier = findTier(rule.tiers, rewarded_before);
      return tier?.percent_bps === undefined
        ? (tier?.fixed_kop ?? 0)
        : computeShare(base_kop, tier.percent_bps);
    }
  }
}

/** Returns the tier of what a partner had before, in the measure of the rule. */
export const findTier = (tiers: RewardRule['tiers'], before: number) =>
  tiers?.findLast(({ from }) => from <= before);
