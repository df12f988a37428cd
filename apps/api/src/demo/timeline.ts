import type { ReviewReason } from '@referral-dashboard/api-contract';
import type { DemoLead, DemoScene } from './leads/leads.ts';
import { type DemoLedger, daysBefore, type LedgerEvent } from './money/ledger.ts';
import { byHand } from './money/manual-accruals.ts';
import { paydays } from './money/paydays.ts';
import type { createPayouts, Payee } from './money/payouts.ts';
import type { createDemoRewards, Earning } from './money/rewards.ts';
import { BLOCKED_DAYS, type DemoCard } from './partners.ts';

/** The budget of this program was used up, and has been raised since. */
const OVER_BUDGET = { program: 1, from: 6, to: 5 } as const;

/** Reason for which a reward was not to be paid at once: its partner is blocked, or its program had no budget left that day. */
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
): LedgerEvent[] {
  const happenings = [
    ...moves(scene, leads, acts),
    ...paydays(scene, payees, acts.payouts),
    ...byHand(scene, leads, cards, acts.ledger),
  ];
  return happenings.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function moves({ places }: DemoScene, leads: readonly DemoLead[], { leadMoved }: Acts): LedgerEvent[] {
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
