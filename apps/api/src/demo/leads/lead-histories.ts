import type { LeadReason, LeadStatus } from '@referral-dashboard/api-contract';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Random } from '../random.ts';

/** One status change of a lead. A change from `won` to `won` changes the deal amount. */
export type Step = {
  from: LeadStatus | null;
  to: LeadStatus;
  reason: LeadReason | null;
  moment: Date;
};

type Histories = readonly [LeadStatus[], ...LeadStatus[][]];

const FRESH_MS = 72 * HOUR_MS;
/** Time between a deal and its refund. */
const REFUND_MS = 45 * 24 * HOUR_MS;

const FRESH_HISTORIES: Histories = [['new'], ['new'], ['new', 'in_progress']];
const OLD_HISTORIES: Histories = [
  ['new', 'rejected'],
  ['new', 'in_progress', 'rejected'],
  ['new', 'in_progress', 'lost'],
  ['new', 'in_progress', 'qualified'],
  ['new', 'qualified', 'won'],
  ['new', 'in_progress', 'won'],
  ['new', 'in_progress', 'qualified', 'won'],
  ['new', 'in_progress', 'qualified', 'lost'],
  ['new', 'in_progress'],
];

const REWARDED_HISTORY: readonly LeadStatus[] = ['new', 'in_progress', 'qualified'];

const REASONS: Partial<Record<LeadStatus, readonly [LeadReason, ...LeadReason[]]>> = {
  rejected: ['no_answer', 'invalid_contact', 'not_target', 'existing_client', 'spam'],
  lost: ['refused', 'competitor', 'no_budget'],
};

/** Random history of a lead created at `at`. Older leads have longer histories. With `isSure` the lead reaches `qualified`. */
export function generateHistory(at: Date, now: Date, random: Random, isSure: boolean): [Step, ...Step[]] {
  const isFresh = now.getTime() - at.getTime() < FRESH_MS;
  const [entry, ...statuses] = isSure
    ? REWARDED_HISTORY
    : random.pick(isFresh ? FRESH_HISTORIES : OLD_HISTORIES);
  const steps: [Step, ...Step[]] = [{ from: null, to: entry ?? 'new', reason: null, moment: at }];
  let last = steps[0];
  for (const to of statuses) {
    const next = last.moment.getTime() + (1 + random.below(36)) * HOUR_MS;
    const reasons = REASONS[to];
    last = {
      from: last.to,
      to,
      reason: reasons === undefined ? null : random.pick(reasons),
      moment: new Date(Math.min(next, now.getTime())),
    };
    steps.push(last);
  }
  const after = afterDeal(last, now, random);
  if (after !== undefined) steps.push(after);
  return steps;
}

function afterDeal({ to, moment }: Step, now: Date, random: Random): Step | undefined {
  if (to !== 'won') return undefined;
  const next = random.chance(0.02)
    ? { to: 'lost' as const, reason: 'refund' as const, after: REFUND_MS }
    : random.chance(0.06)
      ? { to: 'won' as const, reason: null, after: (24 + random.below(48)) * HOUR_MS }
      : undefined;
  if (next === undefined || moment.getTime() + next.after > now.getTime()) return undefined;
  return {
    from: 'won',
    to: next.to,
    reason: next.reason,
    moment: new Date(moment.getTime() + next.after),
  };
}
