import type { RewardRule, StepMeasure, StepPeriod } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type CapPlace, NO_CAP } from './partner-cap.ts';
import { inPeriod, periodOf } from './periods.ts';

/** Place of a claim among the rewards of its partner in the program. A claim keeps it until it earns nothing. */
export type Place = {
  /** Number of rewarded leads of all time before it; null for a later sale. */
  rewarded_before: number | null;
  /** The day on which it counts in periods. */
  counted_on: string;
} & Step &
  CapPlace;

/** The place of a claim without that in the cap per partner. */
export type UncappedPlace = Omit<Place, keyof CapPlace>;

type Step = { step_measure: StepMeasure | null; step_period: StepPeriod | null; step_before: number | null };

const NO_STEP: Step = { step_measure: null, step_period: null, step_before: null };

/** Columns of a claim that earns nothing: its place is free. */
export const NO_PLACE = {
  rewarded_before: null,
  former_rewarded_before: null,
  counted_on: null,
  ...NO_STEP,
  ...NO_CAP,
};

/** The place that a rewarded claim has. */
export const toPlace = (
  { rewarded_before, step_measure, step_period, step_before }: Omit<UncappedPlace, 'counted_on'>,
  counted_on: string,
): UncappedPlace => ({ rewarded_before, counted_on, step_measure, step_period, step_before });

/** Place of a later sale by a rule without steps. It counts in the turnover of its day. */
export const placeOfSale = (counted_on: string): UncappedPlace => ({
  rewarded_before: null,
  counted_on,
  ...NO_STEP,
});

type StepSale = Step & { id: string; paid_on: string; counted_on: string | null };

/** The place of a later sale by a rule with steps: the step that it keeps, or a free one in the period of its day. The caller holds the lock of the partner. */
export async function placeOfLaterSale(
  trx: Db,
  rule: Steps,
  of: { organization_id: string; partner_id: string; program_id: string },
  sale: StepSale,
): Promise<UncappedPlace> {
  const { id: claimId, paid_on, counted_on, ...step } = sale;
  const isOfRule = step.step_measure === rule.measure && step.step_period === rule.period;
  if (counted_on !== null && isOfRule) {
    const known = toPlace({ rewarded_before: null, ...step }, counted_on);
    if (keepsStep(rule, known, paid_on)) return { ...known, counted_on: paid_on };
  }
  const { organization_id: organizationId, partner_id: partnerId, program_id: programId } = of;
  const deal = { organizationId, partnerId, programId, claimId, counted_on: paid_on };
  return { rewarded_before: null, counted_on: paid_on, ...(await freeStep(trx, rule, deal)) };
}

/** What the partner had before, in the measure of the rule. */
export const hadBefore = ({ rewarded_before, step_before }: Pick<Place, 'rewarded_before' | 'step_before'>) =>
  step_before ?? rewarded_before ?? 0;

/** True when the steps of a rule count a turnover, or in periods. Other steps count rewards of all time. */
export const hasSteps = ({ kind, measure, period }: Pick<RewardRule, 'kind' | 'measure' | 'period'>) =>
  kind === 'tiered' && (measure !== 'count' || period !== 'life');

/** True for a deal that is refunded in full: it does not count as one. */
export const isReturned = ({ paid_kop, refunded_kop }: { paid_kop: number; refunded_kop: number }) =>
  paid_kop > 0 && refunded_kop >= paid_kop;

/** SQL: the amount of a counted claim `k` in the turnover, from its sale `s`. A deal with a reward as a later sale counts in the claim of that sale. */
export const countedTurnover = sql<number>`
  case when k.lead_id is null or s.reward_id is null then coalesce(s.amount_kop - s.refunded_kop, 0) else 0 end`;

type Deal = {
  organizationId: string;
  partnerId: string;
  programId: string;
  /** The claim that does not count itself; null for the next deal. */
  claimId: string | null;
  counted_on: string;
};

type Steps = Pick<RewardRule, 'kind' | 'measure' | 'period'>;

/**
 * SQL: the rewarded claims of a partner in the period of a day, except one, as `filled`. Rewards by other rules count first; then each reward fills its
 * amount, or 1, from its own start. `start` is the sum before it.
 */
function filledSteps(rule: Steps, { organizationId, partnerId, programId, claimId, counted_on }: Deal) {
  const { measure, period } = rule;
  const amount = measure === 'count' ? sql`(k.lead_id is not null)::int` : countedTurnover;
  const own = hasSteps(rule)
    ? sql`case when k.step_measure = ${measure} and k.step_period = ${period} then k.step_before end`
    : sql`k.rewarded_before`;
  return sql`
    counted as (
      select k.id, ${amount}::bigint as amount, ${own} as step_before
      from claims k
      left join sales s on s.organization_id = k.organization_id and (s.id = k.sale_id or s.lead_id = k.lead_id)
      where k.organization_id = ${organizationId} and k.partner_id = ${partnerId} and k.program_id = ${programId}
        and k.id is distinct from ${claimId}::uuid and k.counted_on is not null and ${inPeriod(periodOf(period, counted_on))}
    ), filled as (
      select step_before, amount, sum(amount) over (order by step_before nulls first, id rows unbounded preceding) - amount as start
      from counted
    )`;
}

const FIRST_GAP = sql<number>`coalesce(
  (select start from filled where step_before > start order by start, step_before limit 1),
  (select sum(amount) from filled), 0)::bigint`;

/**
 * Returns the step of a deal by a rule: what the partner had before it in the period of its day. The deal takes the first gap, so the start of a deal
 * that earns nothing is free again, and a deal that is won again takes it. The caller holds the lock of the partner.
 */
export async function freeStep(trx: Db, rule: Steps, deal: Deal): Promise<Step> {
  if (!hasSteps(rule)) return NO_STEP;
  const { rows } = await sql<{ before: number }>`
    with ${filledSteps(rule, deal)} select ${FIRST_GAP} as before`.execute(trx);
  return { step_measure: rule.measure, step_period: rule.period, step_before: rows[0]?.before ?? 0 };
}

/** Returns the deals or the turnover of a partner before its next deal, and the amounts missing until each of these starts, gaps included. */
export async function missingUntil(
  db: Db,
  rule: Steps,
  of: Omit<Deal, 'claimId'>,
  starts: readonly number[],
): Promise<{ before: number; missing: number[] }> {
  const { rows } = await sql<{ before: number; missing: number[] }>`
    with ${filledSteps(rule, { ...of, claimId: null })}
    select ${FIRST_GAP} as before, array(
      select greatest(0, wanted.start - coalesce(sum(f.amount), 0), max(f.step_before - f.start))::float8
      from unnest(${starts}::bigint[]) with ordinality wanted (start, ordinal)
      left join filled f on coalesce(f.step_before, 0) <= wanted.start
      group by wanted.start, wanted.ordinal order by wanted.ordinal) as missing`.execute(db);
  return rows[0] ?? { before: 0, missing: [] };
}

/** True when a rewarded claim keeps its step: its rule and the period of its day are the same as before. */
export function keepsStep(
  rule: Steps,
  { counted_on: former, step_before }: UncappedPlace,
  counted_on: string,
): boolean {
  if (!hasSteps(rule)) return true;
  return (
    step_before !== null && periodOf(rule.period, former)?.from === periodOf(rule.period, counted_on)?.from
  );
}
