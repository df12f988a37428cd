import { sumAmounts } from '@referral-dashboard/api-contract';
import { type Author, type Cause, toCause } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { cancelAccruals, createAccrual } from './accruals.ts';
import {
  type ClaimUpdate,
  createCorrection,
  createReward,
  type Lead,
  removeFromPayments,
  toSharedColumns,
} from './claim-entries.ts';
import { computeTarget, earnsReward, isSettled } from './claim-state.ts';
import { type Claim, type ClaimEntry, type ClaimedLead, claimsRepo } from './claims.repo.ts';
import { reversalInWords } from './explanations.ts';
import { lockPartner, releaseHolds } from './partner-money.ts';

/*
 * A claim is the earnings from one lead: a target, and accruals that add up to it. Every change of the lead and every manual decision about
 * its reward recomputes the target and creates an accrual for the difference. A claim has one partner at a time; the accruals of a former
 * partner add up to zero.
 */

type Transfer = {
  organizationId: string;
  leadId: string;
  transfer: { from: string | null };
  /** The lead earned a reward by its rule before the transfer, which may change the rule. */
  hasEarned: boolean;
};

type Change = {
  organizationId: string;
  leadId: string;
  dealAmountBeforeKop: number | null;
  /** A refund of the deal that is not stored yet. */
  refundKop?: number;
};

export async function updateClaimOfLead(
  trx: Db,
  change: Change,
  author: Author,
  clock: Clock,
): Promise<void> {
  const lead = await claimsRepo(trx, change.organizationId).lead(change.leadId);
  await updateClaim(trx, lead, change, author, clock);
  // When a lead earns nothing, its next reward belongs to its current partner.
  if (lead.earned_by !== null && !earnsReward(lead.status, lead.reward_event))
    await passClaim(trx, lead, clock());
}

/**
 * Updates the claim after a lead is transferred to another partner. When the lead already earned a reward, the claim stays with the partner who
 * earned it; otherwise it moves to the new partner, whose rule may reward the lead at once. A lead without a former partner starts to earn for its
 * first partner.
 */
export async function transferClaim(
  trx: Db,
  { organizationId, leadId, transfer, hasEarned }: Transfer,
  author: Author,
  clock: Clock,
) {
  const repo = claimsRepo(trx, organizationId);
  const lead = await repo.lead(leadId);
  const claim = await repo.find(leadId);
  if (claim !== undefined && hasEarned)
    return repo.setEarner(leadId, claim.partner_id === lead.partner_id ? null : claim.partner_id);
  if (claim !== undefined) await passClaim(trx, lead, clock());
  if (hasEarned && transfer.from !== null) return;
  const dealAmountBeforeKop = lead.deal_amount_kop;
  await updateClaim(trx, lead, { organizationId, leadId, dealAmountBeforeKop }, author, clock);
}

/** Assigns an empty claim to the current partner of the lead, and removes the manual cap set for the former partner. */
async function passClaim(trx: Db, lead: ClaimedLead, updated_at: Date) {
  const { organization_id, id, partner_id } = lead;
  if (partner_id === null) return;
  const repo = claimsRepo(trx, organization_id);
  await repo.update(id, { partner_id, manual_cap_kop: null, manual_cap_reason: '', updated_at });
  await repo.setEarner(id, null);
}

async function updateClaim(
  trx: Db,
  claimedLead: ClaimedLead,
  change: Change,
  author: Author,
  clock: Clock,
): Promise<void> {
  const { organizationId, leadId, dealAmountBeforeKop: dealBefore, refundKop = 0 } = change;
  const repo = claimsRepo(trx, organizationId);
  const { reward_rule_id, reward_event, status } = claimedLead;
  const partner_id = claimedLead.earned_by ?? claimedLead.partner_id;
  if (partner_id === null || reward_rule_id === null) return;
  const lead = { ...claimedLead, partner_id, reward_rule_id };
  const earns = earnsReward(status, reward_event);
  const known = await repo.find(leadId);
  if (known === undefined && !earns) return;

  const rule = await repo.rule(reward_rule_id);
  const partner = await lockPartner(trx, organizationId, partner_id, author);
  const cause = toCause(author, clock);
  if (partner === undefined) throw new Error('the partner of a lead does not exist');
  const tierPosition = known?.rewarded_before ?? (await repo.freeTierPosition(partner_id, lead.program_id));
  const rewarded_before = known?.former_rewarded_before ?? tierPosition;
  const target = computeTarget(rule, reward_event, {
    status,
    deal_amount_kop: lead.deal_amount_kop ?? 0,
    rewarded_before,
    refunded_kop: (await repo.refundedKop(leadId)) + refundKop,
    manual_cap_kop: known?.manual_cap_kop ?? null,
  });
  const isLive = lead.reward_id !== null;
  const isVoid = !earns || known?.manual_cap_kop === 0;
  if (target === (known?.target_kop ?? 0) && (isVoid ? !isLive : isLive || target === 0)) return;

  await releaseHolds(trx, organizationId, partner_id, cause.at);
  const claim = known ?? (await openClaim(trx, lead, cause.at));
  if (isVoid) return emptyClaim(trx, lead, lostRewardReason(lead), cause);
  return settle(trx, { lead, partner, claim, rule, tierPosition, target, dealBefore, refundKop }, cause);
}

/** Cancels or reverses the entries of a claim. The lead returns its tier position. */
export async function emptyClaim(trx: Db, lead: Lead, reason: string, cause: Cause) {
  const { organization_id: organizationId } = lead;
  const repo = claimsRepo(trx, organizationId);
  const entries = await repo.entries(lead.id, lead.partner_id);
  const settled = entries.filter(isSettled);
  await cancelEntries(
    trx,
    lead,
    entries.filter((entry) => !isSettled(entry)),
    reason,
    cause,
  );
  await repo.setReward(lead.id, null);
  await repo.update(lead.id, {
    target_kop: 0,
    reviewed_target_kop: 0,
    rewarded_before: null,
    former_rewarded_before: null,
    updated_at: cause.at,
  });
  const settledKop = sumAmounts(settled);
  if (settledKop === 0) return;
  await createAccrual(
    trx,
    {
      ...toSharedColumns(lead, cause),
      // A negative sum in approved payments is returned to the partner as a correction.
      kind: settledKop > 0 ? 'reversal' : 'correction',
      amount_kop: -settledKop,
      reward_id: settled.findLast(({ kind }) => kind === 'reward')?.id ?? lead.reward_id,
      explanation: reversalInWords(
        settled.map(({ number }) => number),
        lead.number,
      ),
      status: 'available',
      review_reason: null,
      hold_until: null,
    },
    cause,
  );
}

async function settle(trx: Db, update: ClaimUpdate, cause: Cause) {
  const { lead, tierPosition, target } = update;
  const repo = claimsRepo(trx, lead.organization_id);
  if (lead.reward_id === null) await cancelReversals(trx, lead, cause);
  const entries = await repo.entries(lead.id, lead.partner_id);
  const live = lead.reward_id ?? unreversedReward(entries);
  if (live === null) return createReward(trx, update, target - sumAmounts(entries), cause);
  if (live !== lead.reward_id) {
    await repo.setReward(lead.id, live);
    await repo.update(lead.id, { rewarded_before: tierPosition });
  }
  await createCorrection(trx, update, { entries, live }, cause);
}

async function cancelReversals(trx: Db, lead: Lead, cause: Cause) {
  const entries = await claimsRepo(trx, lead.organization_id).entries(lead.id, lead.partner_id);
  const reversals = entries.filter((entry) => entry.kind === 'reversal' && !isSettled(entry));
  await cancelEntries(trx, lead, reversals, `Лид Л-${lead.number} снова дает вознаграждение`, cause);
}

export async function cancelEntries(
  trx: Db,
  lead: Lead,
  entries: readonly ClaimEntry[],
  reason: string,
  cause: Cause,
) {
  await removeFromPayments(trx, lead, entries, cause);
  await cancelAccruals(
    trx,
    lead.organization_id,
    entries.map(({ id }) => id),
    reason,
    cause,
  );
}

async function openClaim(trx: Db, lead: Lead, at: Date): Promise<Claim> {
  const { organization_id, id: lead_id, partner_id, program_id } = lead;
  const claim = {
    organization_id,
    lead_id,
    partner_id,
    program_id,
    rewarded_before: null,
    former_rewarded_before: null,
    target_kop: 0,
    reviewed_target_kop: 0,
    manual_cap_kop: null,
    manual_cap_reason: '',
    created_at: at,
    updated_at: at,
  };
  await claimsRepo(trx, organization_id).insert(claim);
  return claim;
}

/** Returns the id of the latest reward without a reversal; null when all rewards are reversed. */
const unreversedReward = (entries: readonly ClaimEntry[]): string | null =>
  entries.findLast(
    ({ id, kind }) =>
      kind === 'reward' && !entries.some((other) => other.kind === 'reversal' && other.reward_id === id),
  )?.id ?? null;

const lostRewardReason = ({ number }: Lead) => `Лид Л-${number} больше не дает вознаграждения`;
