import { sumAmounts } from '@referral-dashboard/api-contract';
import { type Author, type Cause, toCause } from '../../audit/index.ts';
import { type Clock, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { cancelAccruals, createAccrual } from './accruals.ts';
import {
  type ClaimUpdate,
  createCorrection,
  createRewards,
  removeFromPayments,
  toSharedColumns,
} from './claim-entries.ts';
import { atStart, type ClaimSource, leadSource } from './claim-source.ts';
import { earnsReward, isSettled, leadEarns, unreversedReward } from './claim-state.ts';
import { type Claim, type ClaimEntry, type ClaimedLead, claimsRepo } from './claims.repo.ts';
import { reversalInWords } from './explanations.ts';
import { dueOfLead, placeOfLead } from './lead-due.ts';
import { type CapPlace, isMovedInCap, NO_CAP, placeInCap, UNCAPPED } from './partner-cap.ts';
import { lockPartner, releaseHolds } from './partner-money.ts';
import { notePeriods } from './period-closes.ts';
import { NO_PLACE } from './steps.ts';

/*
 * A claim is the earnings from one lead, or from one later sale (sale-claims.ts): a target, and accruals that add up to it. Every change of its source and every manual decision about
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
  await repo.update(id, { partner_id, ...NO_CAP, manual_cap_kop: null, manual_cap_reason: '', updated_at });
  await repo.setEarner(id, null);
}

async function updateClaim(
  trx: Db,
  lead: ClaimedLead,
  change: Change,
  author: Author,
  clock: Clock,
): Promise<void> {
  const { organizationId, leadId, dealAmountBeforeKop: dealBefore, refundKop = 0 } = change;
  const repo = claimsRepo(trx, organizationId);
  const { reward_rule_id } = lead;
  const partner_id = lead.earned_by ?? lead.partner_id;
  if (partner_id === null || reward_rule_id === null) return;
  const sale = await repo.saleOfLead(leadId);
  const earns = leadEarns(lead, sale);
  const known = await repo.find(leadId);
  const isEmpty = known === undefined || (known.target_kop === 0 && lead.reward_id === null);
  if (isEmpty && !earns) {
    if (known !== undefined && isMovedInCap(known, NO_CAP)) await repo.update(leadId, NO_CAP);
    return;
  }

  const rule = await repo.rule(reward_rule_id);
  const partner = await lockPartner(trx, organizationId, partner_id, author);
  const cause = toCause(author, clock);
  if (partner === undefined) throw new Error('the partner of a lead does not exist');
  const day = { counted_on: sale?.paid_on ?? dayIn(cause.at, lead.time_zone), partner_id };
  const uncapped = await placeOfLead(trx, lead, { claim: known, rule, ...day });
  const { dueKop, vat_kop, facts } = dueOfLead(lead, {
    rule,
    claim: known,
    sale,
    place: uncapped,
    refundKop,
  });
  const { due_kop, place: inCap } = await placeInCap(trx, earns ? rule : UNCAPPED, {
    organizationId,
    partnerId: partner_id,
    programId: lead.program_id,
    claimId: leadId,
    counted_on: uncapped.counted_on,
    claim: known,
    due_kop: dueKop,
  });
  const place = { ...uncapped, ...inCap };
  if (known?.counted_on && (known.counted_on !== place.counted_on || known.step_before !== place.step_before))
    await repo.update(leadId, place);
  const source = leadSource(lead, { partner_id, reward_rule_id, vat_kop });
  const changed = {
    source,
    partner,
    claim: known,
    rule,
    facts,
    place,
    target: earns ? Math.min(due_kop, known?.manual_cap_kop ?? due_kop) : 0,
    isCapReached: due_kop < dueKop,
    earns,
    dealBefore,
    refundKop,
  };
  await setTargets(trx, organizationId, [changed], cause);
  const days = [known?.counted_on, earns ? place.counted_on : null];
  await notePeriods(trx, organizationId, [{ ...source, days }], { at: cause.at, ...(earns && { rule }) });
}

export type Target = Omit<ClaimUpdate, 'claim'> & { claim: Claim | undefined; earns: boolean };

/**
 * Creates the entries for the differences between different claims and their new targets. New claims are written together. The caller holds the locks
 * of the partners.
 */
export async function setTargets(trx: Db, organizationId: string, targets: readonly Target[], cause: Cause) {
  const isNew = ({ claim, earns, target }: Target) => claim === undefined && earns && target > 0;
  const rewarded = targets.filter(isNew);
  if (rewarded.length > 0) {
    const sources = rewarded.map(({ source }) => source);
    const partners = sources.map(({ partner_id }) => partner_id);
    await releaseHolds(trx, organizationId, partners, cause.at);
    await claimsRepo(trx, organizationId).insert(sources.map((source) => toEmptyClaim(source, cause.at)));
    const rewards = rewarded.map((target) => ({ ...target, amount_kop: target.target }));
    await createRewards(trx, organizationId, rewards, cause);
  }
  for (const target of targets) if (!isNew(target)) await changeTarget(trx, target, cause);
}

/** Creates the entries for the difference between a claim and its new target. */
async function changeTarget(trx: Db, { claim: known, earns, ...update }: Target, cause: Cause) {
  const { source, target, place } = update;
  const isLive = source.reward_id !== null;
  const isVoid = !earns || known?.manual_cap_kop === 0;
  if (target === (known?.target_kop ?? 0) && (isVoid ? !isLive : isLive || target === 0))
    return moveInCap(trx, source, { claim: known, place: isVoid ? NO_CAP : place }, cause.at);

  await releaseHolds(trx, source.organization_id, [source.partner_id], cause.at);
  const claim = known ?? (await openClaim(trx, source, cause.at));
  if (isVoid) return emptyClaim(trx, source, lostRewardReason(source), cause);
  await moveInCap(trx, source, { claim, place }, cause.at);
  return settle(trx, { ...update, claim }, cause);
}

/** Stores the place of a claim in the cap per partner. A claim that the cap leaves nothing is opened for it. */
async function moveInCap(
  trx: Db,
  source: ClaimSource,
  { claim, place: { cap_before, cap_from } }: { claim: Claim | undefined; place: CapPlace },
  at: Date,
) {
  if (!isMovedInCap(claim, { cap_before, cap_from })) return;
  if (claim === undefined) await openClaim(trx, source, at);
  await claimsRepo(trx, source.organization_id).update(source.id, { cap_before, cap_from });
}

/** Cancels or reverses the entries of a claim. A lead returns its tier position. */
export async function emptyClaim(trx: Db, source: ClaimSource, reason: string, cause: Cause) {
  const { organization_id: organizationId } = source;
  const repo = claimsRepo(trx, organizationId);
  const entries = await repo.entries(source.id, source.partner_id);
  const settled = entries.filter(isSettled);
  await cancelEntries(
    trx,
    source,
    entries.filter((entry) => !isSettled(entry)),
    reason,
    cause,
  );
  await repo.setReward(source, null);
  await repo.update(source.id, {
    target_kop: 0,
    reviewed_target_kop: 0,
    ...NO_PLACE,
    updated_at: cause.at,
  });
  const settledKop = sumAmounts(settled);
  if (settledKop === 0) return;
  await createAccrual(
    trx,
    {
      ...toSharedColumns(source, cause),
      // A negative sum in approved payments is returned to the partner as a correction.
      kind: settledKop > 0 ? 'reversal' : 'correction',
      amount_kop: -settledKop,
      reward_id: settled.findLast(({ kind }) => kind === 'reward')?.id ?? source.reward_id,
      explanation: reversalInWords(
        settled.map(({ number }) => number),
        source.title,
      ),
      status: 'available',
      review_reason: null,
      hold_until: null,
    },
    cause,
  );
}

async function settle(trx: Db, update: ClaimUpdate, cause: Cause) {
  const { source, place, target } = update;
  const repo = claimsRepo(trx, source.organization_id);
  if (source.reward_id === null) await cancelReversals(trx, source, cause);
  const entries = await repo.entries(source.id, source.partner_id);
  const live = source.reward_id ?? unreversedReward(entries);
  if (live === null) {
    const reward = { ...update, amount_kop: target - sumAmounts(entries) };
    return createRewards(trx, source.organization_id, [reward], cause);
  }
  if (live !== source.reward_id) {
    await repo.setReward(source, live);
    await repo.update(source.id, place);
  }
  await createCorrection(trx, update, { entries, live }, cause);
}

async function cancelReversals(trx: Db, source: ClaimSource, cause: Cause) {
  const entries = await claimsRepo(trx, source.organization_id).entries(source.id, source.partner_id);
  const reversals = entries.filter((entry) => entry.kind === 'reversal' && !isSettled(entry));
  await cancelEntries(trx, source, reversals, `${atStart(source.title)} снова дает вознаграждение`, cause);
}

export async function cancelEntries(
  trx: Db,
  source: ClaimSource,
  entries: readonly ClaimEntry[],
  reason: string,
  cause: Cause,
) {
  await removeFromPayments(trx, source, entries, cause);
  await cancelAccruals(
    trx,
    source.organization_id,
    entries.map(({ id }) => id),
    reason,
    cause,
  );
}

async function openClaim(trx: Db, source: ClaimSource, at: Date): Promise<Claim> {
  const repo = claimsRepo(trx, source.organization_id);
  await repo.insert([toEmptyClaim(source, at)]);
  const claim = await repo.find(source.id);
  if (claim === undefined) throw new Error('the claim was not inserted');
  return claim;
}

const toEmptyClaim = (
  { organization_id, lead_id, sale_id, partner_id, program_id }: ClaimSource,
  at: Date,
) => ({
  organization_id,
  lead_id,
  sale_id,
  partner_id,
  program_id,
  ...NO_PLACE,
  target_kop: 0,
  reviewed_target_kop: 0,
  manual_cap_kop: null,
  manual_cap_reason: '',
  created_at: at,
  updated_at: at,
});

const lostRewardReason = ({ title }: ClaimSource) => `${atStart(title)} больше не дает вознаграждения`;
