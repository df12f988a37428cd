import type { ReviewReason } from '@referral-dashboard/api-contract';
import type { DemoLead, DemoScene } from './leads.ts';
import type { DemoLedger } from './ledger.ts';
import type { DemoCard } from './partners.ts';
import type { createPayouts, Payee } from './payouts.ts';
import type { createDemoRewards, Earning } from './rewards.ts';

/** Something that happens to money at a moment. */
type Happening = { at: Date; happen: () => void };

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const BLOCKED_DAYS = 20;

/** Days ago on which everybody was paid. */
const PAYDAYS = [162, 132, 102, 72, 42, 12] as const;

/** What is on its way now, with how many days ago it was formed. */
const ON_THE_WAY = [
  { days: 9, status: 'canceled', cancel_reason: 'Партнер попросил перенести выплату' },
  { days: 7, status: 'failed', failure_reason: 'Банк вернул перевод: счет получателя закрыт' },
  { days: 4, status: 'processing' },
  { days: 3, status: 'processing' },
  { days: 3, status: 'approved' },
  { days: 2, status: 'approved' },
  { days: 2, status: 'draft' },
  { days: 1, status: 'draft' },
  { days: 1, status: 'requested', requested: true },
  { days: 0.5, status: 'requested', requested: true },
  { days: 0.2, status: 'requested', requested: true },
] as const;

/** What somebody has entered by hand, for the partner of a place in the list. */
const BY_HAND = [
  { days: 118, card: 4, kind: 'bonus', amount_kop: 500_000, explanation: 'Бонус за лучший месяц' },
  { days: 64, card: 0, kind: 'bonus', amount_kop: 300_000, explanation: 'Бонус за десять сделок' },
  { days: 33, card: 7, kind: 'correction', amount_kop: -85_000, explanation: 'Печать буклетов для партнера' },
  { days: 16, card: 12, kind: 'correction', amount_kop: 70_000, explanation: 'Доплата по итогам сверки' },
  { days: 8, card: 6, kind: 'bonus', amount_kop: 200_000, explanation: 'Бонус за отзыв', canceled: true },
] as const;

/** Partners, by their places in the list, one of whose rewards on hold is being looked into since so many days. */
const LOOKED_INTO = [
  { days: 2, card: 0 },
  { days: 1, card: 8 },
] as const;

/** The budget of this program was used up, and has been raised since. */
const OVER_BUDGET = { program: 1, from: 6, to: 5 } as const;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Why a reward was not to be paid at once: its partner is blocked, or its program had no budget left that day. */
export function doubtOf({ now }: DemoScene, programs: readonly { id: string }[]) {
  const { program, from, to } = OVER_BUDGET;
  return ({ card, program: { id } }: Earning, at: Date): ReviewReason | null => {
    if (card.status === 'blocked' && at > daysBefore(now, BLOCKED_DAYS)) return 'partner_inactive';
    const isOver = at > daysBefore(now, from) && at < daysBefore(now, to);
    return isOver && id === programs[program]?.id ? 'budget' : null;
  };
}

type Acts = {
  ledger: DemoLedger;
  leadMoved: ReturnType<typeof createDemoRewards>;
  payouts: ReturnType<typeof createPayouts>;
};

/** All that has happened to money in half a year, first things first. */
export function timelineOf(
  scene: DemoScene,
  leads: readonly DemoLead[],
  cards: readonly DemoCard[],
  payees: readonly Payee[],
  acts: Acts,
): Happening[] {
  const happenings = [
    ...moves(scene, leads, acts),
    ...paydays(scene, payees, acts),
    ...byHand(scene, cards, acts),
  ];
  return happenings.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function moves({ places }: DemoScene, leads: readonly DemoLead[], { leadMoved }: Acts): Happening[] {
  const cards = new Map(places.map(({ card }) => [card.id, card]));
  const programs = new Map(places.map(({ program }) => [program.id, program]));
  return leads.flatMap((made) => {
    const card = cards.get(made.lead.partner_id ?? '');
    const program = programs.get(made.lead.program_id);
    if (card === undefined || program === undefined) return [];
    return made.events.slice(1).map((event) => ({
      at: event.at,
      happen: () => leadMoved(made, { card, program }, event),
    }));
  });
}

function paydays(
  { now, staffId, partnerUserId }: DemoScene,
  payees: readonly Payee[],
  { payouts }: Acts,
): Happening[] {
  const regular = PAYDAYS.flatMap((days) =>
    payees.map((payee): Happening => {
      const { index, status } = payee.card;
      const at = new Date(daysBefore(now, days).getTime() + index * MINUTE_MS);
      const asked = index === 0 && { requested: true, created_by: partnerUserId };
      const isStopped = status === 'blocked' && days < BLOCKED_DAYS;
      return {
        at,
        happen: () =>
          isStopped || payouts.payOut(payee, { status: 'paid', created_by: staffId, ...asked }, at),
      };
    }),
  );
  // The demo partner keeps what it has, so that it has something to ask for.
  const others = payees.filter(
    ({ card, method }) =>
      card.index !== 0 && card.status === 'active' && (method.default_since ?? now) < daysBefore(now, 10),
  );
  const onTheWay = ON_THE_WAY.map(({ days, ...payout }): Happening => {
    const at = daysBefore(now, days);
    return {
      at,
      happen() {
        const payee = payouts.next(others, at);
        const created_by = payout.status === 'requested' ? null : staffId;
        if (payee !== undefined) payouts.payOut(payee, { ...payout, created_by }, at);
      },
    };
  });
  return [...regular, ...onTheWay];
}

function byHand({ now, staffId }: DemoScene, cards: readonly DemoCard[], { ledger }: Acts): Happening[] {
  const entered = BY_HAND.map(({ days, card, ...given }): Happening => {
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
  const lookedInto = LOOKED_INTO.map(({ days, card }): Happening => {
    const at = daysBefore(now, days);
    return {
      at,
      happen() {
        ledger.mature(at);
        const held = ledger.accruals.findLast(
          ({ partner_id, status, kind }) =>
            partner_id === cards[card]?.id && status === 'hold' && kind === 'reward',
        );
        if (held === undefined) return;
        Object.assign(held, { status: 'review', review_reason: 'manual', updated_at: at });
        held.comment = 'Уточняем у клиента, кто его привел';
      },
    };
  });
  return [...entered, ...lookedInto];
}
