import { findTier, type RewardProgress, type RewardRule } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { leftOfCap } from './partner-cap.ts';
import { reachedIn } from './period-sums.ts';
import { periodOf } from './periods.ts';
import { missingUntil } from './steps.ts';

type Of = { organizationId: string; partnerId: string; programId: string; counted_on: string };

/** Returns how far a partner is on a day from the next step of a rule, and from its cap. Null for a rule without both. */
export async function readProgress(db: Db, rule: RewardRule, of: Of): Promise<RewardProgress | null> {
  const step = await readStep(db, rule, of);
  const cap_left_kop = await leftOfCap(db, rule, of);
  return step === null && cap_left_kop === null ? null : { step, cap_left_kop };
}

async function readStep(db: Db, rule: RewardRule, of: Of): Promise<RewardProgress['step']> {
  if (rule.kind !== 'tiered' || rule.tiers === null || rule.tiers.length < 2) return null;
  const starts = rule.tiers.map(({ from }) => from);
  const { before, missing } = await readMissing(db, rule, of, starts);
  const current = findTier(rule.tiers, before);
  if (current === undefined) return null;
  const at = rule.tiers.indexOf(current) + 1;
  return { current, next: rule.tiers[at] ?? null, left: missing[at] ?? 0 };
}

/** A rule that pays the whole period pays what the period has reached; another one, what the partner has before its next deal. */
async function readMissing(db: Db, rule: RewardRule, of: Of, starts: readonly number[]) {
  const range = rule.mode === 'whole_period' ? periodOf(rule.period, of.counted_on) : null;
  if (range === null) return missingUntil(db, rule, of, starts);
  const before = await reachedIn(db, of, { ...range, period: rule.period }, rule.measure);
  return { before, missing: starts.map((start) => Math.max(0, start - before)) };
}
