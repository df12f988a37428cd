import type { HomeFigures } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Period } from '../../database/figures/periods.ts';
import { countedPayments } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** Kopecks of the payments of a period, and of earlier payments that the bank returned in it. */
export type PaidSums = { paid_kop: number; returned_kop: number };

/** Figures of one day. */
export type DayFigures = { day: string } & Omit<
  HomeFigures,
  'from' | 'to' | 'conversions' | 'reward_per_deal_kop' | keyof PaidSums
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
 * Returns the sums of payments in each period, by the day on which they count.
 *
 * @param filters `isVisible` is a predicate on rows `d` with an organization and a partner, and a program when `byProgram` is true. `isOwn`
 * is the same without the program.
 */
export async function paidSums(
  db: Db,
  {
    isVisible,
    isOwn,
    byProgram,
  }: Record<'isVisible' | 'isOwn', RawBuilder<SqlBool>> & { byProgram: boolean },
  periods: readonly Period[],
): Promise<PaidSums[]> {
  // The accruals of a returned payment have left it; its moves still name them.
  const parts = sql`
    join accrual_moves d on d.organization_id = counted.organization_id and d.payment_id = counted.payment_id and d.to_status = 'paid'
    where ${isVisible}`;
  const kop = sql.ref(byProgram ? 'd.amount_kop' : 'counted.amount_kop');
  const sumOf = (sign: 1 | -1) =>
    sql`coalesce(sum(${kop}) filter (where counted.sign = ${sql.lit(sign)}), 0)::bigint`;
  const { rows } = await sql<PaidSums & { ordinal: number }>`
    select counted.ordinal, ${sumOf(1)} as paid_kop, ${sumOf(-1)} as returned_kop
    from ${countedPayments(isOwn, periods)} counted
    ${byProgram ? parts : sql``}
    group by counted.ordinal`.execute(db);
  return periods.map((_, index) => {
    const { paid_kop = 0, returned_kop = 0 } = rows.find(({ ordinal }) => ordinal === index + 1) ?? {};
    return { paid_kop, returned_kop };
  });
}
