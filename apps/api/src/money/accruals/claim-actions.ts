import { type Accrual, stateMachines, sumAmounts } from '@referral-dashboard/api-contract';
import { audit, type Cause } from '../../audit/index.ts';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalidTransition } from '../../platform/errors.ts';
import { transitionAccruals } from '../rewards/accruals.ts';
import { isUnreserved, statusAfterHold } from '../rewards/claim-state.ts';
import { claimsRepo } from '../rewards/claims.repo.ts';
import { cancelEntries, emptyClaim, updateClaimOfLead } from '../rewards/claims.ts';

/** The reward that an employee acts on. Its lead and its partner are locked, and ended holds are released. */
export type RewardDecision = { organizationId: string; leadId: string; accrual: Accrual; reason: string };

async function readClaim(trx: Db, { organizationId, leadId, accrual }: RewardDecision) {
  const repo = claimsRepo(trx, organizationId);
  const [lead, claim, entries] = [
    await repo.lead(leadId),
    await repo.find(leadId),
    await repo.entries(leadId, accrual.partner.id),
  ];
  if (claim === undefined || lead.partner_id === null || lead.reward_rule_id === null)
    throw new Error('a reward has no claim');
  if (claim.partner_id !== accrual.partner.id) throw transferredLead();
  const { reward_rule_id } = lead;
  const { partner_id } = claim;
  const decision = entries.find(({ id }) => id === accrual.id);
  // When the current reward of the lead is already in a payment, the action applies to the unreserved entries of its claim.
  const isLive = lead.reward_id === accrual.id;
  const free =
    decision === undefined || (!isUnreserved(decision) && !isLive) ? [] : entries.filter(isUnreserved);
  const status = free[0]?.status ?? decision?.status ?? 'canceled';
  return { repo, lead: { ...lead, partner_id, reward_rule_id }, claim, entries, free, status };
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

/** Manual decisions about the reward of a lead. They apply to the reward and its corrections. */
export const claimActions = {
  /** Cancels the unreserved entries and caps the claim at the sum that is in payments, until `restore`. */
  async cancel(trx: Db, decision: RewardDecision, cause: Cause) {
    const { leadId, reason } = decision;
    const { repo, lead, entries, free, status } = await readClaim(trx, decision);
    checkTransition(stateMachines.accrual, status, 'canceled');
    if (sumAmounts(free) < 0) throw claimDebt();
    const manual_cap_kop = Math.max(0, sumAmounts(entries) - sumAmounts(free));
    if (manual_cap_kop === 0) await emptyClaim(trx, lead, reason, cause);
    else await cancelEntries(trx, lead, free, reason, cause);
    await repo.update(leadId, {
      manual_cap_kop,
      manual_cap_reason: reason,
      target_kop: manual_cap_kop,
      updated_at: cause.at,
    });
  },

  /** Reverts a cancellation: the reward rule sets the target again. */
  async restore(trx: Db, decision: RewardDecision, cause: Cause) {
    const { organizationId, leadId, accrual, reason } = decision;
    const { repo, lead, claim } = await readClaim(trx, decision);
    if (claim.manual_cap_kop === null)
      throw invalidTransition(accrual.status, stateMachines.accrual.transitions[accrual.status]);
    await repo.update(leadId, { manual_cap_kop: null, manual_cap_reason: '', updated_at: cause.at });
    await audit(trx, {
      organizationId,
      ...cause,
      action: 'accrual.restore',
      kind: 'accrual',
      objectId: accrual.id,
      diff: { from: claim.manual_cap_kop, reason },
    });
    const dealAmountBeforeKop = lead.deal_amount_kop;
    await updateClaimOfLead(trx, { organizationId, leadId, dealAmountBeforeKop }, cause, () => cause.at);
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
    await repo.update(decision.leadId, { reviewed_target_kop: claim.target_kop, updated_at: cause.at });
  },
};

const transferredLead = () =>
  conflict('part_of_reward', 'Лид передан другому партнеру, и это начисление закрыто: изменить его нельзя.');

const claimDebt = () =>
  conflict(
    'part_of_reward',
    'По этому лиду партнер уже получил больше, чем заработал: долг вычтем из следующей выплаты, отменить или отложить его нельзя.',
  );
