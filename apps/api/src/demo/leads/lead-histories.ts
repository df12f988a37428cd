import type { LeadReason, LeadStatus } from '@referral-dashboard/api-contract';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Random } from '../random.ts';
import { hoursAfter } from '../timeline.ts';

/** One change of a lead after its intake. A change from `won` to `won` changes the deal amount. */
export type Step = {
  from: LeadStatus;
  to: LeadStatus;
  reason: LeadReason | null;
  moment: Date;
};

type History = readonly LeadStatus[];
type Histories = readonly [History, ...History[]];

const FRESH_MS = 72 * HOUR_MS;
/** Hours between a deal and its refund. */
const REFUND_HOURS = 45 * 24;

/** Statuses after `new`. */
const FRESH_HISTORIES: Histories = [[], [], ['in_progress']];
const OLD_HISTORIES: Histories = [
  ['rejected'],
  ['in_progress', 'rejected'],
  ['in_progress', 'lost'],
  ['in_progress', 'qualified'],
  ['qualified', 'won'],
  ['in_progress', 'won'],
  ['in_progress', 'qualified', 'won'],
  ['in_progress', 'qualified', 'lost'],
  ['in_progress'],
];

const REASONS: Partial<Record<LeadStatus, readonly [LeadReason, ...LeadReason[]]>> = {
  rejected: ['no_answer', 'invalid_contact', 'not_target', 'existing_client', 'spam'],
  lost: ['refused', 'competitor', 'no_budget'],
};

/** Random history of a lead created at `at`. Older leads have longer histories. */
export function generateHistory(at: Date, now: Date, random: Random): Step[] {
  const isFresh = now.getTime() - at.getTime() < FRESH_MS;
  const steps = followStatuses(at, now, random, random.pick(isFresh ? FRESH_HISTORIES : OLD_HISTORIES), 36);
  const after = afterDeal(steps.at(-1), now, random);
  return after === undefined ? steps : [...steps, after];
}

/** History with these statuses after `new`, each at most `hours` after the one before. */
export function followStatuses(
  at: Date,
  now: Date,
  random: Random,
  statuses: History,
  hours: number,
): Step[] {
  const steps: Step[] = [];
  for (const to of statuses) {
    const last = steps.at(-1) ?? { to: 'new' as const, moment: at };
    const next = hoursAfter(last.moment, 1 + random.below(hours));
    const reasons = REASONS[to];
    steps.push({
      from: last.to,
      to,
      reason: reasons === undefined ? null : random.pick(reasons),
      moment: next < now ? next : now,
    });
  }
  return steps;
}

function afterDeal(deal: Step | undefined, now: Date, random: Random): Step | undefined {
  if (deal?.to !== 'won') return undefined;
  const next = random.chance(0.04)
    ? { to: 'lost' as const, reason: 'refund' as const, after: REFUND_HOURS }
    : random.chance(0.06)
      ? { to: 'won' as const, reason: null, after: 24 + random.below(48) }
      : undefined;
  if (next === undefined) return undefined;
  const moment = hoursAfter(deal.moment, next.after);
  return moment > now ? undefined : { from: 'won', to: next.to, reason: next.reason, moment };
}
