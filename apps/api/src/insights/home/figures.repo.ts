import type { HomeFigures } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Period } from '../../database/figures/periods.ts';
import type { Db } from '../../platform/db/db.ts';

/** Figures of one day. */
export type DayFigures = { day: string } & Omit<
  HomeFigures,
  'from' | 'to' | 'conversions' | 'paid_kop' | 'reward_per_deal_kop'
>;

const sum = (of: string, when = 'true') => sql.raw(`coalesce(sum(${of}) filter (where ${when}), 0)::bigint`);

/**
 * Figures of each day of a period that has figures, from the roll-ups. One statement, so that all figures are consistent.
 *
 * @param isVisible predicate on rows `d` with an organization, a program and, unless `ofAll` is true, a partner.
 */
export async function dayFigures(
  db: Db,
  { isVisible, ofAll }: { isVisible: RawBuilder<SqlBool>; ofAll: boolean },
  { from, to }: Period,
): Promise<DayFigures[]> {
  const visits = ofAll
    ? sql`organization_click_days d`
    : sql`links d join click_days c on c.organization_id = d.organization_id and c.link_id = d.id`;
  const [visited, ofOrganization] = ofAll ? ['d', 'organization_'] : ['c', ''];
  const within = sql`between ${from}::date and ${to}::date`;
  const { rows } = await sql<DayFigures>`
    select day::text as day, ${sum('clicks')} as clicks, ${sum('unique_clicks')} as unique_clicks,
      ${sum('leads')} as leads, ${sum('qualified')} as qualified, ${sum('won')} as won,
      ${sum('deal_kop')} as deal_kop, ${sum('rewards_kop')} as rewards_kop
    from (
      select day, ${sum('clicks')} as clicks, ${sum('unique_clicks')} as unique_clicks,
        0 as leads, 0 as qualified, 0 as won, 0 as deal_kop, 0 as rewards_kop
      from ${visits}
      where ${isVisible} and ${sql.ref(`${visited}.day`)} ${within}
      group by day
      union all
      select d.day, 0, 0, ${sum('d.leads')}, ${sum('d.leads', "d.status in ('qualified', 'won')")},
        ${sum('d.leads', "d.status = 'won'")}, ${sum('d.deal_kop', "d.status = 'won'")}, 0
      from ${sql.table(`${ofOrganization}lead_days`)} d
      where ${isVisible} and d.day ${within} and d.status <> 'duplicate'
      group by d.day
      union all
      select d.day, 0, 0, 0, 0, 0, 0, ${sum('d.amount_kop')}
      from ${sql.table(`${ofOrganization}accrual_days`)} d
      where ${isVisible} and d.day ${within} and d.status <> 'canceled'
      group by d.day
    ) f group by day`.execute(db);
  return rows;
}

/**
 * Kopecks paid in each period, by the day of the transfer.
 *
 * @param isVisible predicate on rows `d`: payments, or accruals when `byProgram` is true.
 */
export async function paidSums(
  db: Db,
  { isVisible, byProgram }: { isVisible: RawBuilder<SqlBool>; byProgram: boolean },
  periods: readonly Period[],
): Promise<number[]> {
  const rows = byProgram
    ? sql`accruals d join payments y on y.organization_id = d.organization_id and y.id = d.payment_id`
    : sql`payments d join payments y on y.organization_id = d.organization_id and y.id = d.id`;
  const { rows: sums } = await sql<{ kop: number }>`
    select coalesce((
      select sum(d.amount_kop) from ${rows}
      where ${isVisible} and y.status = 'paid' and y.paid_on between p.first_day and p.last_day), 0)::bigint as kop
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
      with ordinality as p (first_day, last_day, ordinal)
    order by p.ordinal`.execute(db);
  return sums.map(({ kop }) => kop);
}
