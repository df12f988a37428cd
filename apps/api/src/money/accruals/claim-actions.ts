import { type Accrual, stateMachines, sumAmounts } from '@referral-dashboard/api-contract';
import { audit, type Cause } from '../../audit/index.ts';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalidTransition } from '../../platform/errors.ts';
import { transitionAccruals } from '../rewards/accruals.ts';
import { leadSource } from '../rewards/claim-source.ts';
import { isUnreserved, statusAfterHold } from '../rewards/claim-state.ts';
import { type Claim, claimsRepo } from '../rewards/claims.repo.ts';
import { cancelEntries, emptyClaim } from '../rewards/claims.ts';
import { updateClaimOfLead } from '../rewards/lead-claims.ts';
import { notePeriods } from '../rewards/period-closes.ts';
import { saleSource, updateClaimsOfSales } from '../rewards/sale-claims.ts';

/** The reward that an employee acts on. Its lead or the clients, and its partner are locked, and ended holds are released. */
export type RewardDecision = { organizationId: string; claimId: string; accrual: Accrual; reason: string };

async function readClaim(trx: Db, { organizationId, claimId, accrual }: RewardDecision) {
  const repo = claimsRepo(trx, organizationId);
  const [claim, entries] = [await repo.find(claimId), await repo.entries(claimId, accrual.partner.id)];
  if (claim === undefined) throw new Error('a reward has no claim');
  if (claim.partner_id !== accrual.partner.id) throw transferredLead();
  const source = await readSource(trx, organizationId, claim);
  const decision = entries.find(({ id }) => id === accrual.id);
  // When the current reward of the lead is already in a payment, the action applies to the unreserved entries of its claim.
  const isLive = source.reward_id === accrual.id;
  const free =
    decision === undefined || (!isUnreserved(decision) && !isLive) ? [] : entries.filter(isUnreserved);
  const status = free[0]?.status ?? decision?.status ?? 'canceled';
  return { repo, source, claim, entries, free, status };
}

async function readSource(trx: Db, organizationId: string, { lead_id, sale_id, partner_id }: Claim) {
  if (sale_id !== null) return saleSource(trx, organizationId, sale_id);
  if (lead_id === null) throw new Error('a claim has no lead and no sale');
  const lead = await claimsRepo(trx, organizationId).lead(lead_id);
  if (lead.reward_rule_id === null) throw new Error('a rewarded lead has no rule');
  return leadSource(lead, { partner_id, reward_rule_id: lead.reward_rule_id });
}

const changeUnreserved = async (
  trx: Db,
  { organizationId, reason }: RewardDecision,
  free: Awaited<ReturnType<typeof readClaim>>['free'],
  to: { status: 'hold' | 'review' | 'available'; review_reason: 'manual' | null },
  cause: Cause,
) => {
  const changed = free.filter(
    ({ status, review_reason }) => status !== to.status || review_reason !== to.review_reason,
  );
  await transitionAccruals(trx, organizationId, changed, { ...to, reason }, cause);
};

/** Manual decisions about the reward of a lead or a sale. They apply to the reward and its corrections. */
export const claimActions = {
  /** Cancels the unreserved entries and caps the claim at the sum that is in payments, until `restore`. */
  async cancel(trx: Db, decision: RewardDecision, cause: Cause) {
    const { claimId, reason } = decision;
    const { repo, source, claim, entries, free, status } = await readClaim(trx, decision);
    checkTransition(stateMachines.accrual, status, 'canceled');
    if (sumAmounts(free) < 0) throw claimDebt();
    const manual_cap_kop = Math.max(0, sumAmounts(entries) - sumAmounts(free));
    if (manual_cap_kop === 0) await emptyClaim(trx, source, reason, cause);
    else await cancelEntries(trx, source, free, reason, cause);
    await repo.update(claimId, {
      manual_cap_kop,
      manual_cap_reason: reason,
      target_kop: manual_cap_kop,
      updated_at: cause.at,
    });
    await notePeriods(trx, source.organization_id, [{ ...source, days: [claim.counted_on] }], cause.at);
  },

  /** Reverts a cancellation: the reward rule sets the target again. */
  async restore(trx: Db, decision: RewardDecision, cause: Cause) {
    const { organizationId, claimId, accrual, reason } = decision;
    const { repo, source, claim } = await readClaim(trx, decision);
    if (claim.manual_cap_kop === null)
      throw invalidTransition(accrual.status, stateMachines.accrual.transitions[accrual.status]);
    await repo.update(claimId, { manual_cap_kop: null, manual_cap_reason: '', updated_at: cause.at });
    await audit(trx, {
      organizationId,
      ...cause,
      action: 'accrual.restore',
      kind: 'accrual',
      objectId: accrual.id,
      diff: { from: claim.manual_cap_kop, reason },
    });
    if (source.sale_id !== null) {
      const { attachment_id } = await repo.sale(source.sale_id);
      if (attachment_id === null) throw new Error('a rewarded sale has no attachment');
      return updateClaimsOfSales(trx, { organizationId, attachmentId: attachment_id }, cause, () => cause.at);
    }
    const dealAmountBeforeKop = source.amount_kop;
    const change = { organizationId, leadId: claimId, dealAmountBeforeKop };
    await updateClaimOfLead(trx, change, cause, () => cause.at);
  },

  async review(trx: Db, decision: RewardDecision, cause: Cause) {
    const { free, status } = await readClaim(trx, decision);
    checkTransition(
      stateMachines.accrual,
      free.find((entry) => entry.status !== 'review')?.status ?? status,
      'review',
    );
    if (sumAmounts(free) < 0) throw claimDebt();
    await changeUnreserved(trx, decision, free, { status: 'review', review_reason: 'manual' }, cause);
  },

  /** Ends a review: the entries return to hold until its end, or become available when it has ended. */
  async release(trx: Db, decision: RewardDecision, cause: Cause) {
    const { repo, claim, entries, free, status } = await readClaim(trx, decision);
    const checked = free.filter((entry) => entry.status === 'review');
    const hold_until = entries.find(({ id }) => id === decision.accrual.id)?.hold_until ?? null;
    const to = statusAfterHold(free, hold_until, cause.at);
    checkTransition(stateMachines.accrual, checked[0]?.status ?? status, to, ['review']);
    await changeUnreserved(trx, decision, checked, { status: to, review_reason: null }, cause);
    await repo.update(decision.claimId, { reviewed_target_kop: claim.target_kop, updated_at: cause.at });
  },
};

const transferredLead = () =>
  conflict('part_of_reward', 'Лид передан другому партнеру, и это начисление закрыто: изменить его нельзя.');

const claimDebt = () =>
  conflict(
    'part_of_reward',
    'По этому лиду партнер уже получил больше, чем заработал: долг вычтем из следующей выплаты, отменить или отложить его нельзя.',
  );
