import type { ReviewReason } from '@referral-dashboard/api-contract';
import type { DemoLead, DemoScene } from './leads/leads.ts';
import { type DemoLedger, daysBefore, type LedgerEvent } from './money/ledger.ts';
import { manualDecisions } from './money/manual-accruals.ts';
import { paydays } from './money/paydays.ts';
import type { DemoMethod } from './money/payout-methods.ts';
import type { createPayouts } from './money/payouts.ts';
import type { createDemoRewards, Earning } from './money/rewards.ts';
import { BLOCKED_DAYS, type DemoCard } from './partners.ts';

/** The budget of this program was spent between these days before now, and was increased later. */
const OVER_BUDGET = { program: 1, from: 6, to: 5 } as const;

/** Reason to review a reward: its partner is blocked, or the budget of its program is spent on that day. */
export function createReviewRule({ now }: DemoScene, programs: readonly { id: string }[]) {
  const { program, from, to } = OVER_BUDGET;
  return ({ card, program: { id } }: Earning, at: Date): ReviewReason | null => {
    if (card.status === 'blocked' && at > daysBefore(now, BLOCKED_DAYS)) return 'partner_inactive';
    const isOver = at > daysBefore(now, from) && at < daysBefore(now, to);
    return isOver && id === programs[program]?.id ? 'budget' : null;
  };
}

type Handlers = {
  ledger: DemoLedger;
  leadTransitioned: ReturnType<typeof createDemoRewards>;
  payouts: ReturnType<typeof createPayouts>;
  changeMethod: (method: DemoMethod) => Promise<void>;
  block: (card: DemoCard) => Promise<void>;
};

/** All changes of money in half a year, in chronological order. */
export function buildTimeline(
  scene: DemoScene,
  leads: readonly DemoLead[],
  cards: readonly DemoCard[],
  methods: ReadonlyMap<DemoCard, readonly DemoMethod[]>,
  handlers: Handlers,
): LedgerEvent[] {
  const timeline = [
    ...leadTransitions(scene, leads, handlers),
    ...paydays(
      scene,
      cards.filter((card) => (methods.get(card) ?? []).length > 0),
      handlers.payouts,
    ),
    ...cards
      .filter(({ status }) => status === 'blocked')
      .map((card) => ({ at: daysBefore(scene.now, BLOCKED_DAYS), apply: () => handlers.block(card) })),
    ...[...methods.values()].flatMap(([, ...changed]) =>
      changed.map((method) => ({ at: method.created_at, apply: () => handlers.changeMethod(method) })),
    ),
    ...manualDecisions(scene, leads, cards, handlers.ledger),
  ];
  return timeline.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function leadTransitions(
  { enrollments }: DemoScene,
  leads: readonly DemoLead[],
  { leadTransitioned }: Handlers,
): LedgerEvent[] {
  const cards = new Map(enrollments.map(({ card }) => [card.id, card]));
  const programs = new Map(enrollments.map(({ program }) => [program.id, program]));
  return leads.flatMap((demoLead) => {
    const card = cards.get(demoLead.lead.partner_id ?? '');
    const program = programs.get(demoLead.lead.program_id);
    if (card === undefined || program === undefined) return [];
    return demoLead.events.slice(1).map((event) => ({
      at: event.at,
      apply: () => leadTransitioned(demoLead, { card, program }, event),
    }));
  });
}
