import {
  describeReachedCap,
  type ReviewReason,
  type SaleFacts,
  sumAmounts,
} from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { addToPayment, removeFromPayment } from '../payments/open-payments.ts';
import { createAccrual, createAccruals, type NewRow, transitionAccruals } from './accruals.ts';
import { lockSpending, remainingBudget } from './budget.ts';
import { atStart, type ClaimSource } from './claim-source.ts';
import {
  type ClaimState,
  claimStateFor,
  isInOpenPayment,
  isUnreserved,
  type Partner,
  reviewReasonsFor,
} from './claim-state.ts';
import { type Claim, type ClaimEntry, claimsRepo } from './claims.repo.ts';
import {
  correctionInWords,
  rateInWords,
  recountInWords,
  refundInWords,
  rewardInWords,
} from './explanations.ts';
import { hadBefore, type Place } from './steps.ts';

type Rule = Awaited<ReturnType<ReturnType<typeof claimsRepo>['rule']>>;
/** A claim with its new target and the data that the target depends on. */
export type ClaimUpdate = {
  source: ClaimSource;
  partner: Partner;
  claim: Claim;
  rule: Rule;
  /** What the lines of the rule compare, except the amount. */
  facts: SaleFacts;
  /** Where the claim stands among the rewards of the partner in the program. */
  place: Place;
  target: number;
  /** The cap per partner lowers the target. */
  isCapReached: boolean;
  /** The deal amount before a change of a lead; null for a sale. */
  dealBefore: number | null;
  /** The refund that changes the claim; 0 for another change. */
  refundKop: number;
};

/** Columns that all accruals of a claim share. */
export const toSharedColumns = (source: ClaimSource, { actorId }: Cause) => ({
  organization_id: source.organization_id,
  partner_id: source.partner_id,
  program_id: source.program_id,
  lead_id: source.lead_id,
  sale_id: source.sale_id,
  created_by: actorId,
});

const toCommissionCase = ({ amount_kop, vat_kop }: ClaimSource, facts: SaleFacts, place: Place) => ({
  ...facts,
  deal_amount_kop: amount_kop ?? 0,
  vat_kop,
  rewarded_before: hadBefore(place),
});

/** A claim whose reward is created, with its amount. */
type NewReward = Omit<ClaimUpdate, 'claim'> & { amount_kop: number };

/** Creates the rewards of different claims. A reward above the remaining budget of its program goes to review. */
export async function createRewards(
  trx: Db,
  organizationId: string,
  claims: readonly NewReward[],
  cause: Cause,
) {
  const earned = claims.filter(({ amount_kop }) => amount_kop > 0);
  if (earned.length === 0) return;
  const repo = claimsRepo(trx, organizationId);
  const programs = new Map<string, { hold_days: number; remainingKop: number }>();
  for (const programId of [...new Set(earned.map(({ source }) => source.program_id))].toSorted()) {
    const { hold_days, budget_kop } = await repo.program(programId);
    const remainingKop = await remainingBudget(trx, { organizationId, programId }, budget_kop);
    programs.set(programId, { hold_days, remainingKop });
  }
  const reasons = await reviewReasonsFor(trx, organizationId, earned);
  const rewards = earned.map((claim, at) => {
    const { source, rule, amount_kop } = claim;
    const program = programs.get(source.program_id) ?? { hold_days: 0, remainingKop: 0 };
    const review_reason = reasons[at] ?? (amount_kop > program.remainingKop ? 'budget' : null);
    // A reward in review is spent, too.
    program.remainingKop -= amount_kop;
    const hold_days = rule.hold_days ?? program.hold_days;
    return { ...claim, row: toReward(claim, { review_reason, hold_days }, cause) };
  });
  const ids = await createAccruals(
    trx,
    organizationId,
    rewards.map(({ row }) => row),
    cause,
  );
  await repo.setRewards(rewards.map(({ source }, at) => ({ ...source, reward_id: ids[at] ?? '' })));
  await repo.reward(
    rewards.map(({ source, place, target, row }) => ({
      ...place,
      id: source.id,
      target_kop: target,
      reviewed_target_kop: row.review_reason === null ? target : 0,
      updated_at: cause.at,
    })),
  );
}

/** Returns the accrual of a reward. */
function toReward(
  { source, rule, facts, place, isCapReached, amount_kop }: NewReward,
  { review_reason, hold_days }: { review_reason: ReviewReason | null; hold_days: number },
  cause: Cause,
): NewRow {
  const hold_until = new Date(cause.at.getTime() + hold_days * DAY_MS);
  const hold = { from: cause.at, until: hold_until, timeZone: source.time_zone };
  const rewardCase = toCommissionCase(source, facts, place);
  const inWords = rewardInWords(rule, rewardCase, { amount_kop, isCapReached }, hold);
  return {
    ...toSharedColumns(source, cause),
    kind: 'reward',
    amount_kop,
    review_reason,
    hold_until,
    reward_id: null,
    explanation: source.sale_id === null ? inWords : `${atStart(source.title)}. ${inWords}`,
    status: review_reason !== null ? 'review' : hold_days > 0 ? 'hold' : 'available',
  };
}

/** Creates a correction for the difference between a claim and its target, and updates the status of its unreserved entries. */
export async function createCorrection(
  trx: Db,
  { source, claim, rule, facts, place, target, dealBefore, refundKop, isCapReached }: ClaimUpdate,
  { entries: found, live }: { entries: readonly ClaimEntry[]; live: string },
  cause: Cause,
) {
  const { organization_id: organizationId, program_id: programId } = source;
  const repo = claimsRepo(trx, organizationId);
  const before = sumAmounts(found);
  const delta = target - before;
  const entries = await detachFromOpenPayments(trx, source, { entries: found, delta }, cause);
  const free = entries.filter(isUnreserved);
  const draft = entries.find(isInOpenPayment)?.payment_id ?? null;
  // Before approval, a decrease lowers the payment. After approval, it becomes a debt.
  const joins = delta < 0 && draft !== null && sumAmounts(free) + delta < 0;
  const { budget_kop } = await repo.program(programId);
  const state = claimStateFor({
    unreserved: free,
    target,
    at: cause.at,
    reviewedTarget: claim.reviewed_target_kop,
    delta: joins ? 0 : delta,
    remainingKop: await remainingBudget(trx, { organizationId, programId }, budget_kop),
    holdUntil: entries.find(({ id }) => id === live)?.hold_until ?? null,
  });
  await transition(trx, organizationId, free, state, cause);
  if (delta !== 0) {
    const deal = { before: dealBefore ?? 0, now: source.amount_kop ?? 0 };
    const cap = isCapReached ? `, ${describeReachedCap(rule)}` : '';
    const rate = `${rateInWords(rule, toCommissionCase(source, facts, place))}${cap}`;
    const accrual = await createAccrual(
      trx,
      {
        ...toSharedColumns(source, cause),
        kind: 'correction',
        amount_kop: delta,
        reward_id: live,
        explanation:
          refundKop > 0
            ? refundInWords(refundKop, { before, now: target })
            : source.sale_id === null && deal.before !== deal.now
              ? correctionInWords(deal, { before, now: target }, rate)
              : recountInWords(source, { before, now: target }, rate),
        hold_until: entries.find(({ id }) => id === live)?.hold_until ?? null,
        ...(joins ? { status: 'available', review_reason: null } : state),
      },
      cause,
    );
    if (joins) await addToPayment(trx, { organizationId, paymentId: draft, accrual }, cause);
  }
  const reviewed_target_kop = state.status === 'review' ? claim.reviewed_target_kop : target;
  await repo.update(source.id, { target_kop: target, reviewed_target_kop, updated_at: cause.at });
}

/**
 * Returns the entries of a claim. When a decrease exceeds the unreserved entries and the other entries are in several open payments, removes
 * the entries from these payments first.
 */
async function detachFromOpenPayments(
  trx: Db,
  source: ClaimSource,
  { entries, delta }: { entries: readonly ClaimEntry[]; delta: number },
  cause: Cause,
): Promise<readonly ClaimEntry[]> {
  const { organization_id: organizationId, id, partner_id } = source;
  const open = entries.filter(isInOpenPayment);
  const isDebt = delta < 0 && sumAmounts(entries.filter(isUnreserved)) + delta < 0;
  if (!isDebt || new Set(open.map(({ payment_id }) => payment_id)).size < 2) return entries;
  await removeFromPayments(trx, source, open, cause);
  return claimsRepo(trx, organizationId).entries(id, partner_id);
}

/** Removes entries of a claim from their payments. */
export async function removeFromPayments(
  trx: Db,
  {
    organization_id: organizationId,
    program_id: programId,
  }: Pick<ClaimSource, 'organization_id' | 'program_id'>,
  entries: readonly ClaimEntry[],
  cause: Cause,
) {
  if (entries.every(({ payment_id }) => payment_id === null)) return;
  // A payment without entries is canceled, and what the bank has transferred for it becomes a debt with a number. The spending is locked
  // before the number: the entries change it next.
  await lockSpending(trx, { organizationId, programId });
  for (const paymentId of new Set(entries.map(({ payment_id }) => payment_id))) {
    if (paymentId === null) continue;
    const accruals = entries.filter(({ payment_id }) => payment_id === paymentId).map(({ id }) => id);
    await removeFromPayment(trx, { organizationId, paymentId, accruals }, cause);
  }
}

const transition = (
  trx: Db,
  organizationId: string,
  free: readonly ClaimEntry[],
  state: ClaimState,
  cause: Cause,
) =>
  transitionAccruals(
    trx,
    organizationId,
    free.filter(
      ({ status, review_reason }) => status !== state.status || review_reason !== state.review_reason,
    ),
    { ...state, reason: '' },
    cause,
  );
