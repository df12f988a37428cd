import {
  computeCommission,
  computeKept,
  type RewardRule,
  type SaleFacts,
} from '@referral-dashboard/api-contract';
import { toSaleClient } from './claim-source.ts';
import { monthOf } from './sale-month.ts';

type Rule = Omit<RewardRule, 'version'>;

type Attachment = {
  lead_id: string | null;
  client_is_new: boolean;
  link_id: string | null;
  starts_at: string;
};

type Sale = {
  amount_kop: number | null;
  vat_kop: number | null;
  refunded_kop: number;
  canceled_at: Date | null;
  product: string;
  paid_on: string;
  /** A deal that was imported without a reward. It counts among the rewarded sales. */
  is_unrewarded: boolean;
};

type Due<Sold> = { sale: Sold; facts: SaleFacts; earns: boolean; due: number };

/** Number of sales of an attachment that a rule rewards, from the first. The days of the attachment limit the months. */
const rewardedSales = ({ applies_to, applies_to_limit }: Rule) =>
  applies_to === 'first_sale' ? 1 : applies_to === 'first_sales' ? (applies_to_limit ?? 1) : Infinity;

/**
 * Returns what the later sales of an attachment earn by a rule, before manual decisions. The deal of its lead, `first`, uses up the number of sales and the
 * cap per client before them. By a rule with steps, they are the rewards of the first step; `dueOfSale` computes another step.
 *
 * @param sales The later sales by day, then by number.
 */
export function duesOfSales<Sold extends Sale>(
  rule: Rule,
  event: 'lead_qualified' | 'deal_won',
  attachment: Attachment,
  first: { dueKop: number } | null,
  sales: readonly Sold[],
): Due<Sold>[] {
  const isForSales = rule.kind !== 'tiered' || rule.applies_to !== 'first_sale';
  const limit = event === 'deal_won' && isForSales ? rewardedSales(rule) : 0;
  let ordinal = first === null ? 0 : 1;
  let leftKop = rule.cap_per_client_kop === null ? Infinity : rule.cap_per_client_kop - (first?.dueKop ?? 0);
  return sales.map((sale) => {
    const isLive = sale.canceled_at === null;
    const earns = isLive && !sale.is_unrewarded && ordinal < limit;
    const facts = factsOf(attachment, sale, ordinal);
    const due = earns ? Math.min(dueOfSale(rule, { sale, facts, before: 0 }), Math.max(0, leftKop)) : 0;
    if (isLive) ordinal += 1;
    leftKop -= due;
    return { sale, facts, earns, due };
  });
}

/**
 * What lines compare. A sale is the first purchase of its client when it counts first in an attachment that no lead opened, and the client had bought
 * nothing before. In an attachment of a lead, only the deal can be the first purchase.
 */
const factsOf = (
  { lead_id, client_is_new, link_id, starts_at }: Attachment,
  { product, paid_on }: Sale,
  ordinal: number,
): SaleFacts => ({
  product,
  client: toSaleClient(client_is_new && lead_id === null && ordinal === 0),
  link: link_id,
  month: monthOf(starts_at, paid_on),
});

/** Returns the reward of a sale by a rule, in kopecks. `before`: the partner's deals or turnover before it, by the measure of the steps. */
export function dueOfSale(
  rule: Rule,
  { sale, facts, before }: { sale: Omit<Sale, 'is_unrewarded'>; facts: SaleFacts; before: number },
): number {
  const { amount_kop, vat_kop, refunded_kop } = sale;
  const paidKop = amount_kop ?? 0;
  const commission = computeCommission(rule, {
    ...facts,
    deal_amount_kop: paidKop,
    vat_kop,
    rewarded_before: before,
  });
  return computeKept(commission, { refunded_kop, amount_kop: paidKop });
}
