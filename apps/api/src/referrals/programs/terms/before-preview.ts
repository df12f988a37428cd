import type { RewardRule, StepPeriod } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { countedTurnover, inPeriod, periodOf } from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { midnight } from '../../../platform/db/lists/conditions.ts';

/** A program, and the first day of its preview. */
type Preview = { organizationId: string; programId: string; from: string };

/** Number of rewarded leads of each partner that came before the preview: their next tier position. */
export async function countRewardedBefore(db: Db, { organizationId, programId, from }: Preview) {
  const { rows } = await sql<{ partner_id: string; rewarded: number }>`
    select c.partner_id, count(*)::int as rewarded
    from claims c
    join leads l on l.organization_id = c.organization_id and l.id = c.id
    join organizations o on o.id = c.organization_id
    where c.organization_id = ${organizationId} and c.program_id = ${programId} and c.rewarded_before is not null
      and l.created_at < ${midnight(from, sql`o.time_zone`)}
    group by c.partner_id`.execute(db);
  return new Map(rows.map(({ partner_id, rewarded }) => [partner_id, rewarded]));
}

/** Rewarded leads, or kopecks of rewarded sales, of each partner in the period of the steps before the preview. */
export const sumBefore = (
  db: Db,
  preview: Preview,
  { measure, period }: Pick<RewardRule, 'measure' | 'period'>,
) =>
  sumClaims(db, preview, {
    period,
    sum: measure === 'count' ? sql`count(k.lead_id)` : sql`coalesce(sum(${countedTurnover}), 0)`,
  });

/** Earnings of each partner in the period of the cap before the preview, in kopecks. */
export const earnedBefore = async (
  db: Db,
  preview: Preview,
  { cap_period }: Pick<RewardRule, 'cap_period'>,
) =>
  cap_period === null
    ? new Map<string, number>()
    : sumClaims(db, preview, { period: cap_period, sum: sql`sum(k.target_kop)` });

/** A sum over the claims `k`, with their sales `s`, of each partner in a period before the preview. */
async function sumClaims(
  db: Db,
  { organizationId, programId, from }: Preview,
  { period, sum }: { period: StepPeriod; sum: RawBuilder<unknown> },
) {
  const { rows } = await sql<{ partner_id: string; had: number }>`
    select k.partner_id, (${sum})::bigint as had
    from claims k
    left join sales s on s.organization_id = k.organization_id and (s.id = k.sale_id or s.lead_id = k.lead_id)
    where k.organization_id = ${organizationId} and k.program_id = ${programId} and k.counted_on < ${from}::date
      and ${inPeriod(periodOf(period, from))}
    group by k.partner_id`.execute(db);
  return new Map(rows.map(({ partner_id, had }) => [partner_id, had]));
}
