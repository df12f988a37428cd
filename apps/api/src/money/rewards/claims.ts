import { sumAmounts } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { cancelAccruals, createAccrual } from './accruals.ts';
import {
  type ClaimUpdate,
  createCorrection,
  createRewards,
  removeFromPayments,
  toSharedColumns,
} from './claim-entries.ts';
import { atStart, type ClaimSource } from './claim-source.ts';
import { isSettled, unreversedReward } from './claim-state.ts';
import { type Claim, type ClaimEntry, claimsRepo } from './claims.repo.ts';
import { reversalInWords } from './explanations.ts';
import { type CapPlace, isMovedInCap, NO_CAP } from './partner-cap.ts';
import { releaseHolds } from './partner-money.ts';
import { NO_PLACE } from './steps.ts';

/*
 * A claim is the earnings from one lead (lead-claims.ts), or from one later sale (sale-claims.ts): a target, and accruals that add up to it. Every change of its source and every manual decision about
 * its reward recomputes the target and creates an accrual for the difference. A claim has one partner at a time; the accruals of a former
 * partner add up to zero.
 */

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
