import { MINUTE_MS } from '../../platform/clock.ts';
import type { DemoLead, DemoScene } from '../leads/leads.ts';
import type { DemoCard } from '../partners.ts';
import { type DemoLedger, daysBefore, type LedgerEvent } from './ledger.ts';

/** Manual accruals. `card` is the index of the partner. */
const MANUAL_ACCRUALS = [
  { days: 118, card: 4, kind: 'bonus', amount_kop: 500_000, explanation: 'Бонус за лучший месяц' },
  { days: 64, card: 0, kind: 'bonus', amount_kop: 300_000, explanation: 'Бонус за десять сделок' },
  { days: 33, card: 7, kind: 'correction', amount_kop: -85_000, explanation: 'Печать буклетов для партнера' },
  { days: 16, card: 12, kind: 'correction', amount_kop: 70_000, explanation: 'Доплата по итогам сверки' },
  // The partner whose payout method has just changed: the bonus waits for the end of the waiting period.
  { days: 6, card: 9, kind: 'bonus', amount_kop: 150_000, explanation: 'Бонус за приведенного партнера' },
  { days: 8, card: 6, kind: 'bonus', amount_kop: 200_000, explanation: 'Бонус за отзыв', canceled: true },
] as const;

/** Partners with a reward in manual review. `days` is the age of the review. */
const UNDER_REVIEW = [
  { days: 2, card: 0 },
  { days: 1, card: 14 },
] as const;

/** Manual decisions about accruals. */
export function manualDecisions(
  { now, staffId }: DemoScene,
  leads: readonly DemoLead[],
  cards: readonly DemoCard[],
  ledger: DemoLedger,
): LedgerEvent[] {
  const lastTransitions = new Map(leads.map(({ lead, events }) => [lead.id, events.at(-1)?.at as Date]));
  const additions = MANUAL_ACCRUALS.map(({ days, card, ...entry }): LedgerEvent => {
    const { canceled = false, ...accrual } = { canceled: false, ...entry };
    const at = daysBefore(now, days);
    return {
      at,
      apply() {
        const partner_id = cards[card]?.id ?? '';
        const bonus = ledger.add({ ...accrual, partner_id, status: 'available', created_by: staffId }, at);
        if (canceled) ledger.cancel(bonus, 'Начислено по ошибке', new Date(at.getTime() + MINUTE_MS));
      },
    };
  });
  const reviews = UNDER_REVIEW.map(({ days, card }): LedgerEvent => {
    const at = daysBefore(now, days);
    return {
      at,
      apply() {
        ledger.mature(at);
        // The lead has no later transitions; one would end the review.
        const reward = ledger.accruals.findLast(
          ({ partner_id, status, kind, lead_id }) =>
            partner_id === cards[card]?.id &&
            status === 'hold' &&
            kind === 'reward' &&
            (lastTransitions.get(lead_id ?? '') ?? now) <= at,
        );
        if (reward === undefined) return;
        Object.assign(reward, { status: 'review', review_reason: 'manual', updated_at: at });
        reward.comment = 'Уточняем у клиента, кто его привел';
      },
    };
  });
  return [...additions, ...reviews];
}
