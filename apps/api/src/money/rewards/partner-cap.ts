import { capForPartner, describeReachedCap, type RewardRule } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { atStart } from './claim-source.ts';
import { inPeriod, periodOf } from './periods.ts';

/** Place of a claim in the cap per partner of its rule. A claim that the cap leaves nothing has one, too. */
export type CapPlace = { cap_before: number | null; cap_from: string | null };

export const NO_CAP: CapPlace = { cap_before: null, cap_from: null };

/** Rule of a claim that earns nothing: it has no place in a cap. */
export const UNCAPPED = { cap_per_partner_kop: null, cap_period: null };

/** The first day of the period without an end. */
const ALL_TIME = '0001-01-01';

type CapRule = Pick<RewardRule, 'cap_per_partner_kop' | 'cap_period'>;

type Of = { organizationId: string; partnerId: string; programId: string; counted_on: string };

type Capped = Of & {
  claimId: string;
  /** The claim as it is, without one for a new claim. */
  claim: (CapPlace & { target_kop: number | null }) | undefined;
  due_kop: number;
};

/**
 * Returns what the cap per partner leaves of a claim, and its place there: what the partner had earned in the period before it. A claim keeps its place, so
 * rewards of other claims never change it. Where its earnings grow past what the others leave free, it takes the place after them: the sum of the period is
 * at most the cap in any order of events. The caller holds the lock of the partner.
 */
export async function placeInCap(
  trx: Db,
  rule: CapRule,
  { claim, due_kop, ...capped }: Capped,
): Promise<{ due_kop: number; place: CapPlace }> {
  const { cap_per_partner_kop: cap, cap_period } = rule;
  if (cap === null || cap_period === null) return { due_kop, place: NO_CAP };
  const cap_from = periodOf(cap_period, capped.counted_on)?.from ?? ALL_TIME;
  const isKept = claim?.cap_from === cap_from;
  const [ownKop, keptKop] = isKept ? [claim.target_kop ?? 0, claim.cap_before] : [0, null];
  const leave = (before: number) => capForPartner(rule, { due_kop, earned_kop: before });
  if (keptKop !== null && leave(keptKop) <= ownKop)
    return { due_kop: leave(keptKop), place: { cap_before: keptKop, cap_from } };
  const othersKop = await earnedByOthers(trx, cap_period, capped, capped.claimId);
  const mostKop = Math.max(ownKop, cap - othersKop, 0);
  const before = keptKop ?? othersKop;
  const cap_before = leave(before) > mostKop ? cap - mostKop : before;
  return { due_kop: leave(cap_before), place: { cap_before, cap_from } };
}

/** Returns what the cap per partner leaves of the rewards of a day, in kopecks; null for a rule without one. */
export async function leftOfCap(
  db: Db,
  { cap_per_partner_kop: cap, cap_period }: CapRule,
  of: Of,
): Promise<number | null> {
  if (cap === null || cap_period === null) return null;
  return Math.max(0, cap - (await earnedByOthers(db, cap_period, of, null)));
}

/** Sum of the other claims of the partner in the program in a period, in kopecks. */
async function earnedByOthers(
  trx: Db,
  period: NonNullable<RewardRule['cap_period']>,
  { organizationId, partnerId, programId, counted_on }: Of,
  claimId: string | null,
): Promise<number> {
  const { rows } = await sql<{ kop: number }>`
    select coalesce(sum(k.target_kop), 0)::bigint as kop from claims k
    where k.organization_id = ${organizationId} and k.partner_id = ${partnerId} and k.program_id = ${programId}
      and k.id is distinct from ${claimId}::uuid and k.counted_on is not null and ${inPeriod(periodOf(period, counted_on))}`.execute(
    trx,
  );
  return rows[0]?.kop ?? 0;
}

/** SQL for the cap that left nothing to a lead or a sale: its rule, or null. */
export const reachedCap = (of: {
  organization: RawBuilder<string>;
  claims: RawBuilder<unknown>;
  rule: RawBuilder<unknown>;
}) =>
  sql<CapRule | null>`(
    select jsonb_build_object('cap_per_partner_kop', r.cap_per_partner_kop, 'cap_period', r.cap_period)
    from claims k join reward_rules r on r.organization_id = k.organization_id and r.id = ${of.rule}
    where k.organization_id = ${of.organization} and k.id = any(${of.claims}) and k.target_kop = 0
      and k.cap_before >= r.cap_per_partner_kop
    limit 1)`;

/** Returns the sentence about a cap that left nothing, or null. */
export const reachedCapInWords = (rule: CapRule | null): string | null =>
  rule && atStart(describeReachedCap(rule));

/** True when a claim has another place in the cap than before. */
export const isMovedInCap = (claim: CapPlace | undefined, { cap_before, cap_from }: CapPlace) =>
  (claim?.cap_before ?? null) !== cap_before || (claim?.cap_from ?? null) !== cap_from;
