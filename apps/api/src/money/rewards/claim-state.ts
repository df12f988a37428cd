import {
  type CommissionCase,
  computeCommission,
  computeKept,
  type LeadStatus,
  type ReviewReason,
  type RewardEvent,
  type RewardRule,
  sumAmounts,
} from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { hasEnded } from '../accruals/accrual-status.ts';
import type { ClaimSource } from './claim-source.ts';
import { type ClaimEntry, claimsRepo } from './claims.repo.ts';
import { isPayablePartner, type lockPartner } from './partner-money.ts';
import { allSelfReferralMatches } from './self-referral.ts';

export type Partner = NonNullable<Awaited<ReturnType<typeof lockPartner>>>;

/** Status of the unreserved accruals of a claim. */
export type ClaimState = { status: 'hold' | 'review' | 'available'; review_reason: ReviewReason | null };

const OPEN_PAYMENT: readonly (string | null)[] = ['requested', 'draft'];

export const isUnreserved = ({ payment_id }: ClaimEntry) => payment_id === null;
export const isInOpenPayment = ({ payment_id, payment_status }: ClaimEntry) =>
  payment_id !== null && OPEN_PAYMENT.includes(payment_status);
/** Returns true for an accrual of an approved or later payment. Only another accrual can reverse it. */
export const isSettled = (entry: ClaimEntry) => !isUnreserved(entry) && !isInOpenPayment(entry);

/** Returns the id of the latest reward without a reversal; null when all rewards are reversed. */
export const unreversedReward = (entries: readonly ClaimEntry[]): string | null =>
  entries.findLast(
    ({ id, kind }) =>
      kind === 'reward' && !entries.some((other) => other.kind === 'reversal' && other.reward_id === id),
  )?.id ?? null;

/** Returns true when a lead in this status earns a reward. */
export const earnsReward = (status: LeadStatus, event: RewardEvent) =>
  status === 'won' || (status === 'qualified' && event === 'lead_qualified');

/**
 * Returns true when a lead earns a reward itself. A deal that is a later sale of another attachment is rewarded there; only a reward for the
 * qualification of its lead stays.
 */
export const leadEarns = (
  { status, reward_event }: { status: LeadStatus; reward_event: RewardEvent },
  sale: { is_later: boolean } | undefined,
) =>
  earnsReward(status, reward_event) &&
  !(status === 'won' && reward_event === 'deal_won' && sale?.is_later === true);

type Earning = CommissionCase & {
  status: LeadStatus;
  /** Sum of the refunds of the deal. */
  refunded_kop: number;
  manual_cap_kop: number | null;
};

/**
 * Returns the earnings of a lead by a rule, in kopecks. Refunds of its deal lower the commission; the cap per client and the manual cap limit it.
 * A percentage is taken of the amount without VAT when the rule says so.
 */
export function computeTarget(
  rule: Omit<RewardRule, 'version'>,
  event: RewardEvent,
  { status, refunded_kop, manual_cap_kop, ...rewardCase }: Earning,
): number {
  const commission = earnsReward(status, event) ? computeCommission(rule, rewardCase) : 0;
  const due =
    status === 'won'
      ? computeKept(commission, { refunded_kop, amount_kop: rewardCase.deal_amount_kop })
      : commission;
  return Math.min(due, rule.cap_per_client_kop ?? due, manual_cap_kop ?? due);
}

/**
 * Returns the reasons for a manual review of rewards, except the budget, or null, in the order of the rewards. Stores self-referral matches in
 * leads.
 */
export async function reviewReasonsFor(
  trx: Db,
  organizationId: string,
  rewards: readonly { source: ClaimSource; partner: Partner }[],
): Promise<(ReviewReason | null)[]> {
  // The contacts of the partners may have changed since the leads were created.
  const subjects = rewards.map(({ source: { partner_id: partnerId, phone, email_key: emailKey } }) => ({
    ...{ partnerId, phone: phone ?? '', emailKey },
  }));
  const found = await allSelfReferralMatches(trx, organizationId, subjects);
  const reasons: (ReviewReason | null)[] = [];
  for (const [at, { source, partner }] of rewards.entries()) {
    const matches = found[at] ?? [];
    if (matches.length > 0 && source.lead_id !== null)
      await claimsRepo(trx, organizationId).setSelfReferral(source.lead_id, matches);
    if (source.self_referral || matches.length > 0) reasons.push('self_referral');
    else reasons.push(isPayablePartner(partner.status) ? null : 'partner_inactive');
  }
  return reasons;
}

type Change = {
  /** Unreserved accruals before the change. */
  unreserved: readonly ClaimEntry[];
  delta: number;
  /** Remaining budget of the program, in kopecks. */
  remainingKop: number;
  target: number;
  reviewedTarget: number;
  holdUntil: Date | null;
  at: Date;
};

/**
 * Returns the status of the unreserved accruals of a claim after its target changes. A debt is always available. A manual review continues.
 * A budget review ends when the target does not exceed the last reviewed target.
 */
export function claimStateFor({
  unreserved,
  delta,
  remainingKop,
  target,
  reviewedTarget,
  holdUntil,
  at,
}: Change): ClaimState {
  if (sumAmounts(unreserved) + delta < 0) return { status: 'available', review_reason: null };
  const currentReason = unreserved.find(({ status }) => status === 'review')?.review_reason ?? null;
  const isOverBudget =
    target > reviewedTarget && (currentReason === 'budget' || (delta > 0 && delta > remainingKop));
  const review_reason =
    currentReason !== null && currentReason !== 'budget' ? currentReason : isOverBudget ? 'budget' : null;
  if (review_reason !== null) return { status: 'review', review_reason };
  return { status: statusAfterHold(unreserved, holdUntil, at), review_reason: null };
}

/** Returns the status after a review: an unfinished hold continues, unless one of the accruals is already available. */
export const statusAfterHold = (unreserved: readonly ClaimEntry[], holdUntil: Date | null, at: Date) =>
  holdUntil !== null && !hasEnded(holdUntil, at) && !unreserved.some(({ status }) => status === 'available')
    ? 'hold'
    : 'available';
