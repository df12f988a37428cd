import type { LeadStatus, ReviewReason, RewardEvent } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { type ClaimEntry, type ClaimedLead, claimsRepo } from './claims.repo.ts';
import { isInStanding, type lockPartner } from './partner-money.ts';
import { selfReferralMatches } from './self-referral.ts';

export type Partner = NonNullable<Awaited<ReturnType<typeof lockPartner>>>;

/** Status of a claim's accruals that no payment holds. */
export type ClaimState = { status: 'hold' | 'review' | 'available'; review_reason: ReviewReason | null };

const OPEN_PAYMENT: readonly (string | null)[] = ['requested', 'draft'];

export const isUnreserved = ({ payment_id }: ClaimEntry) => payment_id === null;
export const isInOpenPayment = ({ payment_id, payment_status }: ClaimEntry) =>
  payment_id !== null && OPEN_PAYMENT.includes(payment_status);
/** An accrual of a payment that is approved, or further on: it is taken back by another accrual alone. */
export const isSettled = (entry: ClaimEntry) => !isUnreserved(entry) && !isInOpenPayment(entry);

export const sumOf = (rows: readonly { amount_kop: number }[]) =>
  rows.reduce((sum, { amount_kop }) => sum + amount_kop, 0);

/** A lead in this status is worth what its rule gives; in any other, nothing. */
export const earnsReward = (status: LeadStatus, event: RewardEvent) =>
  status === 'won' || (status === 'qualified' && event === 'lead_qualified');

/** Reason for which somebody has to look at a lead's reward, its budget apart. */
export async function suspicionOf(
  trx: Db,
  lead: ClaimedLead & { partner_id: string },
  partner: Partner,
): Promise<ReviewReason | null> {
  // Contacts of the partner may have changed since the lead came.
  const matches = await selfReferralMatches(trx, {
    organizationId: lead.organization_id,
    partnerId: lead.partner_id,
    phone: lead.phone,
    emailKey: lead.email_key,
  });
  if (matches.length > 0) await claimsRepo(trx, lead.organization_id).setSelfReferral(lead.id, matches);
  if (lead.self_referral || matches.length > 0) return 'self_referral';
  return isInStanding(partner.status) ? null : 'partner_inactive';
}

type Change = {
  /** Accruals that no payment holds before the change. */
  free: readonly ClaimEntry[];
  delta: number;
  /** Kopecks of the program's budget left for the change. */
  left: number;
  target: number;
  cleared: number;
  holdUntil: Date | null;
  at: Date;
};

/**
 * Status of the accruals of a claim that no payment holds, when its target changes. A debt is never held back. A check by a person goes on; one
 * that the budget asked for ends when the target is again one that has passed.
 */
export function stateAfter({ free, delta, left, target, cleared, holdUntil, at }: Change): ClaimState {
  if (sumOf(free) + delta < 0) return { status: 'available', review_reason: null };
  const checked = free.find(({ status }) => status === 'review')?.review_reason ?? null;
  const isOverBudget = target > cleared && (checked === 'budget' || (delta > 0 && delta > left));
  const review_reason = checked !== null && checked !== 'budget' ? checked : isOverBudget ? 'budget' : null;
  if (review_reason !== null) return { status: 'review', review_reason };
  return { status: heldUntil(free, holdUntil, at), review_reason: null };
}

/** Status after a check: a hold goes on being held; nothing that is available is held again. */
export const heldUntil = (free: readonly ClaimEntry[], holdUntil: Date | null, at: Date) =>
  holdUntil !== null && holdUntil > at && !free.some(({ status }) => status === 'available')
    ? 'hold'
    : 'available';
