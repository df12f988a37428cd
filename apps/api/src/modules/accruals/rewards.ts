import {
  type LeadStatus,
  type ReviewReason,
  type RewardCase,
  rewardOf,
} from '@referral-dashboard/api-contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { isInStanding, lockPartner } from '../../platform/partner-money.ts';
import type { LeadsTable } from '../../platform/tables/leads.ts';
import { type Cause, cancelAccruals, enterAccrual } from './enter.ts';
import { correctionInWords, reversalInWords, rewardInWords } from './explanations.ts';
import { rewardsRepo } from './rewards.repo.ts';

/** What has become of a lead; its row is locked and holds the new values. */
export type LeadChange = Cause & {
  organizationId: string;
  leadId: string;
  from: LeadStatus | null;
  to: LeadStatus;
  dealAmountBeforeKop: number | null;
};

/** Takes accruals out of a payment that is not approved yet; whoever keeps payments passes this in. */
export type LeavePayment = (
  trx: Db,
  from: { organizationId: string; paymentId: string; accruals: readonly string[] },
  cause: Cause,
) => Promise<void>;

type Lead = Selectable<LeadsTable> & { time_zone: string; partner_id: string };
type Partner = NonNullable<Awaited<ReturnType<typeof lockPartner>>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const LOSES: readonly LeadStatus[] = ['lost', 'rejected', 'in_progress'];
const OPEN: readonly (string | null)[] = ['requested', 'draft'];

/** What a lead's move does to money, in the transaction of the move. */
export function createRewards(leavePayment: LeavePayment) {
  return async function leadMoved(trx: Db, change: LeadChange): Promise<void> {
    const { organizationId, from, to } = change;
    if (from === null) return;
    const repo = rewardsRepo(trx, organizationId);
    const found = await repo.lead(change.leadId);
    const { partner_id } = found;
    if (partner_id === null) return;
    const lead = { ...found, partner_id };
    if (from === to) return to === 'won' ? correct(trx, lead, change) : undefined;
    const earns = to === 'won' || (to === 'qualified' && lead.reward_event === 'lead_qualified');
    if (earns && lead.reward_id === null) {
      const kept = await repo.keptReward(lead.id);
      if (kept === null) return reward(trx, lead, change);
      await repo.setReward(lead.id, kept);
      return correct(trx, { ...lead, reward_id: kept }, change);
    }
    if (lead.reward_id !== null && LOSES.includes(to)) {
      await undoReward(trx, lead, leavePayment, `Лид Л-${lead.number} больше не дает вознаграждения`, change);
    }
  };
}

async function reward(trx: Db, lead: Lead, change: LeadChange) {
  const { organization_id: organizationId, reward_rule_id } = lead;
  if (reward_rule_id === null) return;
  const repo = rewardsRepo(trx, organizationId);
  const partner = await lockPartner(trx, organizationId, lead.partner_id);
  if (partner === undefined) throw new Error('a lead names a partner that is not there');
  const rule = await repo.rule(reward_rule_id);
  const given: RewardCase = {
    deal_amount_kop: lead.deal_amount_kop ?? 0,
    rewarded_before: await repo.rewardedLeads(lead.partner_id, lead.program_id, lead.id),
  };
  const amount_kop = rewardOf(rule, given);
  if (amount_kop === 0) return;

  const { hold_days, budget_kop } = await repo.program(lead.program_id);
  const left = budget_kop === null ? Infinity : budget_kop - (await repo.lockSpending(lead.program_id));
  const review_reason = whyReviewed(lead, partner, amount_kop > left);
  const hold_until = new Date(change.at.getTime() + hold_days * DAY_MS);
  const hold = { from: change.at, until: hold_until, timeZone: lead.time_zone };
  const id = await enterAccrual(
    trx,
    {
      ...rowOf(lead, change),
      ...{ kind: 'reward', amount_kop, review_reason, hold_until, reward_id: null },
      explanation: rewardInWords(rule, given, amount_kop, hold),
      status: review_reason !== null ? 'review' : hold_days > 0 ? 'hold' : 'available',
    },
    change,
  );
  await repo.setReward(lead.id, id);
}

const rowOf = (lead: Lead, { actorId }: Cause) => ({
  organization_id: lead.organization_id,
  partner_id: lead.partner_id,
  program_id: lead.program_id,
  lead_id: lead.id,
  created_by: actorId,
});

function whyReviewed(lead: Lead, partner: Partner, isOverBudget: boolean): ReviewReason | null {
  const isOwn =
    lead.phone === partner.phone || (lead.email_key !== '' && lead.email_key === partner.email.toLowerCase());
  if (lead.self_referral || isOwn) return 'self_referral';
  if (!isInStanding(partner.status)) return 'partner_inactive';
  return isOverBudget ? 'budget' : null;
}

/** The deal's amount has changed: the reward follows it by a correction of the difference. */
async function correct(trx: Db, lead: Lead, change: LeadChange) {
  const { organization_id: organizationId, reward_rule_id, reward_event } = lead;
  if (reward_rule_id === null || reward_event !== 'deal_won') return;
  const repo = rewardsRepo(trx, organizationId);
  const rule = await repo.rule(reward_rule_id);
  if (rule.kind !== 'percent') return;
  const worth = (deal_amount_kop: number) => rewardOf(rule, { deal_amount_kop, rewarded_before: 0 });
  const deal = { before: change.dealAmountBeforeKop ?? 0, now: lead.deal_amount_kop ?? 0 };
  if (lead.reward_id === null) {
    // So small a deal that it gave nothing: not one whose reward was cancelled.
    if (!(await repo.wasRewarded(lead.id))) await reward(trx, lead, change);
    return;
  }
  await lockPartner(trx, organizationId, lead.partner_id);
  const family = await repo.family(lead.reward_id);
  const first = family.find(({ kind }) => kind === 'reward');
  if (first === undefined) throw new Error('a lead names a reward that is cancelled');
  const before = sumOf(family);
  const now = worth(deal.now);
  if (now === before) return;
  const { budget_kop } = await repo.program(lead.program_id);
  const left = budget_kop === null ? Infinity : budget_kop - (await repo.lockSpending(lead.program_id));
  const isHeld = first.status === 'hold' && first.hold_until !== null && first.hold_until > change.at;
  const isOverBudget = now > before && now - before > left;
  const review_reason = first.review_reason ?? (isOverBudget ? 'budget' : null);
  await enterAccrual(
    trx,
    {
      ...rowOf(lead, change),
      ...{ kind: 'correction', reward_id: first.id, amount_kop: now - before, review_reason },
      explanation: correctionInWords(deal, { before, now }),
      hold_until: first.hold_until,
      status: review_reason !== null ? 'review' : isHeld ? 'hold' : 'available',
    },
    change,
  );
}

const sumOf = (rows: readonly { amount_kop: number }[]) =>
  rows.reduce((sum, { amount_kop }) => sum + amount_kop, 0);

/**
 * Takes a reward of a lead back, with all that has changed it since: what is in no payment, or in one that is not approved, is
 * cancelled; what is further on is taken from the next payment. The lead is locked.
 */
export async function undoReward(
  trx: Db,
  lead: Pick<Lead, 'id' | 'number' | 'organization_id' | 'partner_id' | 'program_id' | 'reward_id'>,
  leavePayment: LeavePayment,
  why: string,
  cause: Cause,
) {
  const { organization_id: organizationId, reward_id } = lead;
  if (reward_id === null) return;
  const repo = rewardsRepo(trx, organizationId);
  await lockPartner(trx, organizationId, lead.partner_id);
  const family = await repo.family(reward_id);
  const settled = family.filter(
    ({ payment_id, payment_status }) => payment_id !== null && !OPEN.includes(payment_status),
  );
  const undone = family.filter((row) => !settled.includes(row));

  for (const paymentId of new Set(undone.map(({ payment_id }) => payment_id))) {
    if (paymentId === null) continue;
    const accruals = undone.filter(({ payment_id }) => payment_id === paymentId).map(({ id }) => id);
    await leavePayment(trx, { organizationId, paymentId, accruals }, cause);
  }
  await cancelAccruals(
    trx,
    organizationId,
    undone.map(({ id }) => id),
    why,
    cause,
  );
  await repo.dropReward(lead.id, reward_id);

  const taken = sumOf(settled);
  if (taken === 0) return;
  await enterAccrual(
    trx,
    {
      ...{ organization_id: organizationId, partner_id: lead.partner_id, program_id: lead.program_id },
      ...{ lead_id: lead.id, reward_id, created_by: cause.actorId, review_reason: null, hold_until: null },
      // What an approved payment took away more than it gave comes back.
      kind: taken > 0 ? 'reversal' : 'correction',
      amount_kop: -taken,
      explanation: reversalInWords(
        settled.map(({ number }) => number),
        lead.number,
      ),
      status: 'available',
    },
    cause,
  );
}
