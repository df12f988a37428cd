import type { DemoLead, DemoScene } from '../leads/leads.ts';
import type { DemoCard } from '../partners.ts';
import { type DemoLedger, daysBefore, type LedgerEvent } from './ledger.ts';

const MINUTE_MS = 60 * 1000;

/** Accruals entered by hand, for the partner of a place in the list. */
const BY_HAND = [
  { days: 118, card: 4, kind: 'bonus', amount_kop: 500_000, explanation: 'Бонус за лучший месяц' },
  { days: 64, card: 0, kind: 'bonus', amount_kop: 300_000, explanation: 'Бонус за десять сделок' },
  { days: 33, card: 7, kind: 'correction', amount_kop: -85_000, explanation: 'Печать буклетов для партнера' },
  { days: 16, card: 12, kind: 'correction', amount_kop: 70_000, explanation: 'Доплата по итогам сверки' },
  // Of the one whose requisites have just changed: something waits for the day to pass.
  { days: 6, card: 9, kind: 'bonus', amount_kop: 150_000, explanation: 'Бонус за приведенного партнера' },
  { days: 8, card: 6, kind: 'bonus', amount_kop: 200_000, explanation: 'Бонус за отзыв', canceled: true },
] as const;

/** Partners, by their places in the list, one of whose rewards on hold is being looked into since so many days. */
const LOOKED_INTO = [
  { days: 2, card: 0 },
  { days: 1, card: 14 },
] as const;

/** Decisions of people about accruals. */
export function byHand(
  { now, staffId }: DemoScene,
  leads: readonly DemoLead[],
  cards: readonly DemoCard[],
  ledger: DemoLedger,
): LedgerEvent[] {
  const lastMoves = new Map(leads.map(({ lead, events }) => [lead.id, events.at(-1)?.at as Date]));
  const entered = BY_HAND.map(({ days, card, ...given }): LedgerEvent => {
    const { canceled = false, ...accrual } = { canceled: false, ...given };
    const at = daysBefore(now, days);
    return {
      at,
      happen() {
        const partner_id = cards[card]?.id ?? '';
        const made = ledger.enter({ ...accrual, partner_id, status: 'available', created_by: staffId }, at);
        if (canceled) ledger.cancel(made, 'Начислено по ошибке', new Date(at.getTime() + MINUTE_MS));
      },
    };
  });
  const lookedInto = LOOKED_INTO.map(({ days, card }): LedgerEvent => {
    const at = daysBefore(now, days);
    return {
      at,
      happen() {
        ledger.mature(at);
        // Of a lead that has come to rest: a later move would take the reward out of review.
        const held = ledger.accruals.findLast(
          ({ partner_id, status, kind, lead_id }) =>
            partner_id === cards[card]?.id &&
            status === 'hold' &&
            kind === 'reward' &&
            (lastMoves.get(lead_id ?? '') ?? now) <= at,
        );
        if (held === undefined) return;
        Object.assign(held, { status: 'review', review_reason: 'manual', updated_at: at });
        held.comment = 'Уточняем у клиента, кто его привел';
      },
    };
  });
  return [...entered, ...lookedInto];
}
