import { type LeadStatus, rewardOf } from '@referral-dashboard/api-contract';
import { lockPartner, matureHolds } from '../../domain/partner-money.ts';
import type { Db } from '../../platform/db/db.ts';
import { leftOfBudget } from './budget.ts';
import {
  type ClaimState,
  doubtOf,
  earnsReward,
  isFree,
  isInOpenPayment,
  isSettled,
  type Partner,
  stateAfter,
  sumOf,
} from './claim-state.ts';
import { type Claim, type ClaimedLead, claimsRepo, type Entry } from './claims.repo.ts';
import { type Cause, cancelAccruals, enterAccrual, moveAccruals } from './enter.ts';
import { correctionInWords, reversalInWords, rewardInWords } from './explanations.ts';

/** What has become of a lead; its row is locked and holds the new values. */
export type LeadChange = Cause & {
  organizationId: string;
  leadId: string;
  from: LeadStatus | null;
  to: LeadStatus;
  dealAmountBeforeKop: number | null;
};

/** Payments that are not approved yet, to whoever changes accruals that they hold; whoever keeps payments passes this in. */
export type OpenPayments = {
  /** Takes accruals out of a payment. */
  leave: (
    trx: Db,
    from: { organizationId: string; paymentId: string; accruals: readonly string[] },
    cause: Cause,
  ) => Promise<void>;
  /** Puts an available accrual into a payment. */
  join: (
    trx: Db,
    to: { organizationId: string; paymentId: string; accrual: string },
    cause: Cause,
  ) => Promise<void>;
};

export type Claims = ReturnType<typeof createClaims>;

type Lead = ClaimedLead & { partner_id: string; reward_rule_id: string };
type Rule = Awaited<ReturnType<ReturnType<typeof claimsRepo>['rule']>>;
type Found = {
  lead: Lead;
  partner: Partner;
  claim: Claim;
  rule: Rule;
  target: number;
  dealBefore: number | null;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * All that belongs to one lead: a target, and accruals that add up to it. Every change of the lead, or of what a person has decided about
 * its reward, sets the target anew and enters the difference.
 */
export function createClaims(payments: OpenPayments) {
  /** The lead's claim brought to what the lead is worth now. The lead is locked. */
  async function follow(
    trx: Db,
    { organizationId, leadId }: { organizationId: string; leadId: string },
    dealBefore: number | null,
    cause: Cause,
  ): Promise<void> {
    const repo = claimsRepo(trx, organizationId);
    const found = await repo.lead(leadId);
    const { partner_id, reward_rule_id, reward_event, status } = found;
    if (partner_id === null || reward_rule_id === null) return;
    const lead = { ...found, partner_id, reward_rule_id };
    const earns = earnsReward(status, reward_event);
    const known = await repo.find(leadId);
    if (known === undefined && !earns) return;

    const rule = await repo.rule(reward_rule_id);
    const partner = await lockPartner(trx, organizationId, partner_id);
    if (partner === undefined) throw new Error('a lead names a partner that is not there');
    const rewarded_before =
      known?.rewarded_before ?? (await repo.rewardedLeads(partner_id, lead.program_id, leadId));
    const due = earns ? rewardOf(rule, { deal_amount_kop: lead.deal_amount_kop ?? 0, rewarded_before }) : 0;
    const target = Math.min(due, known?.hand_kop ?? due);
    const isLive = lead.reward_id !== null;
    const isVoid = !earns || known?.hand_kop === 0;
    if (target === (known?.target_kop ?? 0) && (isVoid ? !isLive : isLive || target === 0)) return;

    await matureHolds(trx, organizationId, partner_id, cause.at);
    const claim = known ?? (await openClaim(trx, lead, rewarded_before, cause.at));
    if (isVoid) return empty(trx, lead, noLongerEarns(lead), cause);
    return settle(trx, { lead, partner, claim, rule, target, dealBefore }, cause);
  }

  /** Cancels what can be cancelled of a claim; what is settled is taken from, or given back with, the next payment. */
  async function empty(trx: Db, lead: Lead, why: string, cause: Cause) {
    const { organization_id: organizationId } = lead;
    const repo = claimsRepo(trx, organizationId);
    const entries = await repo.entries(lead.id);
    const settled = entries.filter(isSettled);
    await cancel(
      trx,
      organizationId,
      entries.filter((entry) => !isSettled(entry)),
      why,
      cause,
    );
    await repo.setReward(lead.id, null);
    await repo.update(lead.id, { target_kop: 0, cleared_kop: 0, updated_at: cause.at });
    const taken = sumOf(settled);
    if (taken === 0) return;
    await enterAccrual(
      trx,
      {
        ...rowOf(lead, cause),
        // What an approved payment took away more than it gave comes back.
        kind: taken > 0 ? 'reversal' : 'correction',
        amount_kop: -taken,
        reward_id: settled.findLast(({ kind }) => kind === 'reward')?.id ?? lead.reward_id,
        explanation: reversalInWords(
          settled.map(({ number }) => number),
          lead.number,
        ),
        ...{ status: 'available', review_reason: null, hold_until: null },
      },
      cause,
    );
  }

  /** Enters what is missing to the target of a lead that earns. */
  async function settle(trx: Db, found: Found, cause: Cause) {
    const { lead, target } = found;
    const repo = claimsRepo(trx, lead.organization_id);
    if (lead.reward_id === null) await takeReversalsBack(trx, lead, cause);
    const entries = await repo.entries(lead.id);
    const live = lead.reward_id ?? keptReward(entries);
    if (live === null) return enterReward(trx, found, target - sumOf(entries), cause);
    if (live !== lead.reward_id) await repo.setReward(lead.id, live);
    await enterCorrection(trx, found, { entries, live }, cause);
  }

  async function takeReversalsBack(trx: Db, lead: Lead, cause: Cause) {
    const entries = await claimsRepo(trx, lead.organization_id).entries(lead.id);
    const undone = entries.filter((entry) => entry.kind === 'reversal' && !isSettled(entry));
    await cancel(trx, lead.organization_id, undone, `Лид Л-${lead.number} снова дает вознаграждение`, cause);
  }

  async function enterReward(
    trx: Db,
    { lead, partner, claim, rule, target }: Found,
    amount_kop: number,
    cause: Cause,
  ) {
    if (amount_kop <= 0) return;
    const { organization_id: organizationId, program_id: programId } = lead;
    const repo = claimsRepo(trx, organizationId);
    const { hold_days, budget_kop } = await repo.program(programId);
    const left = await leftOfBudget(trx, { organizationId, programId }, budget_kop);
    const review_reason = doubtOf(lead, partner) ?? (amount_kop > left ? 'budget' : null);
    const hold_until = new Date(cause.at.getTime() + hold_days * DAY_MS);
    const given = {
      deal_amount_kop: lead.deal_amount_kop ?? 0,
      rewarded_before: claim.rewarded_before,
    };
    const hold = { from: cause.at, until: hold_until, timeZone: lead.time_zone };
    const id = await enterAccrual(
      trx,
      {
        ...rowOf(lead, cause),
        ...{ kind: 'reward', amount_kop, review_reason, hold_until, reward_id: null },
        explanation: rewardInWords(rule, given, amount_kop, hold),
        status: review_reason !== null ? 'review' : hold_days > 0 ? 'hold' : 'available',
      },
      cause,
    );
    await repo.setReward(lead.id, id);
    const cleared_kop = review_reason === null ? target : 0;
    await repo.update(lead.id, { target_kop: target, cleared_kop, updated_at: cause.at });
  }

  async function enterCorrection(
    trx: Db,
    { lead, claim, target, dealBefore }: Found,
    { entries: found, live }: { entries: readonly Entry[]; live: string },
    cause: Cause,
  ) {
    const { organization_id: organizationId, program_id: programId } = lead;
    const repo = claimsRepo(trx, organizationId);
    const before = sumOf(found);
    const delta = target - before;
    const entries = await gathered(trx, lead, { entries: found, delta }, cause);
    const free = entries.filter(isFree);
    const draft = entries.find(isInOpenPayment)?.payment_id ?? null;
    // A payment that is not approved follows the deal down; one that is leaves a debt.
    const joins = delta < 0 && draft !== null && sumOf(free) + delta < 0;
    const { budget_kop } = await repo.program(programId);
    const state = stateAfter({
      ...{ free, target, at: cause.at, cleared: claim.cleared_kop, delta: joins ? 0 : delta },
      left: await leftOfBudget(trx, { organizationId, programId }, budget_kop),
      holdUntil: entries.find(({ id }) => id === live)?.hold_until ?? null,
    });
    await move(trx, organizationId, free, state, cause);
    if (delta !== 0) {
      const deal = { before: dealBefore ?? 0, now: lead.deal_amount_kop ?? 0 };
      const accrual = await enterAccrual(
        trx,
        {
          ...rowOf(lead, cause),
          ...{ kind: 'correction', amount_kop: delta, reward_id: live },
          explanation: correctionInWords(deal, { before, now: target }),
          hold_until: entries.find(({ id }) => id === live)?.hold_until ?? null,
          ...(joins ? { status: 'available', review_reason: null } : state),
        },
        cause,
      );
      if (joins) await payments.join(trx, { organizationId, paymentId: draft, accrual }, cause);
    }
    const cleared_kop = state.status === 'review' ? claim.cleared_kop : target;
    await repo.update(lead.id, { target_kop: target, cleared_kop, updated_at: cause.at });
  }

  /** The claim's entries; out of the payments that are not approved, when no one of several could give back what is owed. */
  async function gathered(
    trx: Db,
    { organization_id: organizationId, id }: Lead,
    { entries, delta }: { entries: readonly Entry[]; delta: number },
    cause: Cause,
  ): Promise<readonly Entry[]> {
    const open = entries.filter(isInOpenPayment);
    const owes = delta < 0 && sumOf(entries.filter(isFree)) + delta < 0;
    if (!owes || new Set(open.map(({ payment_id }) => payment_id)).size < 2) return entries;
    await leave(trx, organizationId, open, cause);
    return claimsRepo(trx, organizationId).entries(id);
  }

  /** Cancels accruals of a claim, out of the payments that hold them. */
  async function cancel(
    trx: Db,
    organizationId: string,
    entries: readonly Entry[],
    why: string,
    cause: Cause,
  ) {
    await leave(trx, organizationId, entries, cause);
    await cancelAccruals(
      trx,
      organizationId,
      entries.map(({ id }) => id),
      why,
      cause,
    );
  }

  /** Takes entries of a claim out of the payments that hold them. */
  async function leave(trx: Db, organizationId: string, entries: readonly Entry[], cause: Cause) {
    for (const paymentId of new Set(entries.map(({ payment_id }) => payment_id))) {
      if (paymentId === null) continue;
      const accruals = entries.filter(({ payment_id }) => payment_id === paymentId).map(({ id }) => id);
      await payments.leave(trx, { organizationId, paymentId, accruals }, cause);
    }
  }

  return {
    follow,
    empty,
    cancel,
    leadMoved: (trx: Db, change: LeadChange) =>
      change.from === null ? Promise.resolve() : follow(trx, change, change.dealAmountBeforeKop, change),
  };
}

async function openClaim(trx: Db, lead: Lead, rewarded_before: number, at: Date): Promise<Claim> {
  const { organization_id, id: lead_id, partner_id, program_id } = lead;
  const claim = {
    ...{ organization_id, lead_id, partner_id, program_id, rewarded_before },
    ...{ target_kop: 0, cleared_kop: 0, hand_kop: null, hand_reason: '', created_at: at, updated_at: at },
  };
  await claimsRepo(trx, organization_id).insert(claim);
  return claim;
}

/** A reward that nothing takes back any more. */
const keptReward = (entries: readonly Entry[]): string | null =>
  entries.findLast(
    ({ id, kind }) =>
      kind === 'reward' && !entries.some((other) => other.kind === 'reversal' && other.reward_id === id),
  )?.id ?? null;

const rowOf = (lead: Lead, { actorId }: Cause) => ({
  organization_id: lead.organization_id,
  partner_id: lead.partner_id,
  program_id: lead.program_id,
  lead_id: lead.id,
  created_by: actorId,
});

const noLongerEarns = ({ number }: Lead) => `Лид Л-${number} больше не дает вознаграждения`;

const move = (trx: Db, organizationId: string, free: readonly Entry[], state: ClaimState, cause: Cause) =>
  moveAccruals(
    trx,
    organizationId,
    free.filter(
      ({ status, review_reason }) => status !== state.status || review_reason !== state.review_reason,
    ),
    { ...state, reason: '' },
    cause,
  );
