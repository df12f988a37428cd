import { computeCommission, type ReviewReason, sumAmounts } from '@referral-dashboard/api-contract';
import type { Insertable } from 'kysely';
import type { LeadEventsTable } from '../../database/tables/leads.ts';
import { correctionInWords, reversalInWords, rewardInWords } from '../../money/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { DemoLead } from '../leads/leads.ts';
import type { DemoCard } from '../partners.ts';
import { type DemoProgram, HOLD_DAYS } from '../programs.ts';
import type { DemoAccrual, DemoLedger } from './ledger.ts';

type Event = Insertable<LeadEventsTable>;

/** Partner and program of a reward. */
export type Earning = { card: DemoCard; program: DemoProgram };

/** Reason to review a reward, apart from self-referral. */
export type ReviewRule = (earning: Earning, at: Date) => ReviewReason | null;

/**
 * Rewards of demo leads by the same rules as the reward services, without a database. `test/postgres/demo-replay.test.ts` compares both.
 */
export function createDemoRewards(ledger: DemoLedger, timeZone: string, findReviewReason: ReviewRule) {
  const rewards = new Map<string, DemoAccrual>();

  function addReward({ lead, firstDealKop }: DemoLead, earning: Earning, { at, actor_id }: Event) {
    const { card, program } = earning;
    const rewarded_before = ledger.takeTierPosition(lead.id, `${card.id} ${program.id}`);
    const rewardCase = { deal_amount_kop: firstDealKop ?? 0, rewarded_before };
    const amount_kop = computeCommission(program.rule, rewardCase);
    const hold_until = new Date(at.getTime() + HOLD_DAYS * DAY_MS);
    const review_reason = lead.self_referral ? ('self_referral' as const) : findReviewReason(earning, at);
    const accrual = ledger.add(
      {
        partner_id: card.id,
        program_id: program.id,
        lead_id: lead.id,
        created_by: actor_id ?? null,
        kind: 'reward',
        amount_kop,
        hold_until,
        review_reason,
        status: review_reason === null ? 'hold' : 'review',
        explanation: rewardInWords(program.rule, rewardCase, amount_kop, {
          from: at,
          until: hold_until,
          timeZone,
        }),
      },
      at,
    );
    rewards.set(lead.id, accrual);
    lead.reward_id = accrual.id;
  }

  const findEntries = (reward: DemoAccrual) =>
    ledger.accruals.filter(({ id, reward_id }) => id === reward.id || reward_id === reward.id);

  function correctReward({ lead, firstDealKop }: DemoLead, { program }: Earning, { at, actor_id }: Event) {
    const first = rewards.get(lead.id);
    if (first === undefined || program.rule.kind !== 'percent') return;
    const rewardFor = (deal_amount_kop: number) =>
      computeCommission(program.rule, { deal_amount_kop, rewarded_before: 0 });
    const deal = { before: firstDealKop ?? 0, now: lead.deal_amount_kop ?? 0 };
    const [before, now] = [rewardFor(deal.before), rewardFor(deal.now)];
    if (before === now) return;
    const { partner_id, program_id, lead_id, hold_until, status, review_reason } = first;
    ledger.add(
      {
        partner_id,
        program_id,
        lead_id,
        hold_until,
        status,
        review_reason,
        reward_id: first.id,
        kind: 'correction',
        amount_kop: now - before,
        created_by: actor_id ?? null,
        explanation: correctionInWords(deal, { before, now }),
      },
      at,
    );
  }

  function reverseReward({ lead }: DemoLead, { at, actor_id }: Event) {
    const first = rewards.get(lead.id);
    if (first === undefined) return;
    const family = findEntries(first);
    const settled = family.filter(({ payment_id }) => payment_id !== null);
    for (const accrual of family.filter((row) => !settled.includes(row))) {
      ledger.cancel(accrual, `Лид Л-${lead.number} больше не дает вознаграждения`, at);
    }
    rewards.delete(lead.id);
    lead.reward_id = null;
    ledger.returnTierPosition(lead.id);
    const settledKop = sumAmounts(settled);
    if (settledKop === 0) return;
    const { partner_id, program_id, lead_id } = first;
    const numbers = settled.map(({ number }) => number);
    ledger.add(
      {
        partner_id,
        program_id,
        lead_id,
        reward_id: first.id,
        created_by: actor_id ?? null,
        kind: 'reversal',
        amount_kop: -settledKop,
        status: 'available',
        explanation: reversalInWords(numbers, lead.number),
      },
      at,
    );
  }

  return function leadTransitioned(demoLead: DemoLead, earning: Earning, event: Event) {
    const { from_status: from, to_status: to } = event;
    if (from === to) correctReward(demoLead, earning, event);
    else if (to === 'lost') reverseReward(demoLead, event);
    else if (to === 'won' || (to === 'qualified' && earning.program.event === 'lead_qualified')) {
      if (!rewards.has(demoLead.lead.id)) addReward(demoLead, earning, event);
    }
  };
}
