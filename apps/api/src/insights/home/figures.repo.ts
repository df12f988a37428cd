import type { HomeFigures, HomeQuery } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Period } from '../../database/figures/periods.ts';
import { countedPayments } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';

/** Kopecks of the payments of a period and the number of their partners, and kopecks of earlier payments that the bank returned in it. */
export type PaidSums = Pick<HomeFigures, 'paid_kop' | 'paid_partners' | 'returned_kop'>;

/** Filters by where a lead comes from. */
export type OriginFilters = Pick<HomeQuery, 'source' | 'utm_source'>;

export const hasOrigin = ({ source, utm_source }: OriginFilters) =>
  source !== undefined || utm_source !== undefined;

/** Predicates on leads `l`. The last one makes the partial index usable. */
export const ofOrigin = ({ source, utm_source }: OriginFilters) => [
  ...whereIn(sql`l.source`, source),
  ...whereIn(sql`l.utm_source`, utm_source),
  ...(utm_source ? [sql<SqlBool>`l.utm_source <> ''`] : []),
];

/** SQL: rows of a roll-up of leads. The roll-ups have no UTM tags, so with a tag the leads themselves are read. */
export const leadDaysOfTag = (
  table: 'lead_days' | 'organization_lead_days',
  { utm_source }: OriginFilters,
  { from, to }: Period,
) =>
  utm_source === undefined
    ? sql.table(table)
    : sql`(
        select l.organization_id, (l.created_at at time zone o.time_zone)::date as day, l.program_id, l.partner_id, l.source, l.status,
          1 as leads, coalesce(l.deal_amount_kop, 0) as deal_kop
        from leads l join organizations o on o.id = l.organization_id
        where ${joinConditions([...inDateRange(sql`l.created_at`, from, to), ...ofOrigin({ utm_source })])})`;

/** Predicates on rows `d` with a source. */
export const ofSources = ({ source }: OriginFilters) => whereIn(sql`d.source`, source);

/**
 * SQL: id of the lead that brought the client of an attachment. A client that passed to another partner keeps the lead of its earlier attachment; without
 * one, a deal that was credited to the attachment counts.
 */
export const broughtBy = (attachment: string, sale: string) => {
  const of = (column: string) => sql.ref(`${attachment}.${column}`);
  return sql`coalesce(${of('lead_id')}, (
    select former.lead_id from attachments former
    where former.organization_id = ${of('organization_id')} and former.client_id = ${of('client_id')}
      and former.program_id = ${of('program_id')} and former.lead_id is not null and former.created_at <= ${of('created_at')}
    order by former.created_at desc, former.id desc limit 1), ${sql.ref(`${sale}.lead_id`)})`;
};

/** SQL: joins leads `l` with accruals `a`: the rewarded lead itself, or the lead that brought the client of a rewarded later sale. */
const LEADS_OF_ACCRUALS = [
  sql`join leads l on l.organization_id = a.organization_id and l.id = a.lead_id`,
  sql`
    join sales s on s.organization_id = a.organization_id and s.id = a.sale_id and a.claim_id = s.id
    join attachments t on t.organization_id = s.organization_id and t.id = s.attachment_id
    join leads l on l.organization_id = t.organization_id and l.id = ${broughtBy('t', 's')}`,
] as const;

const unionOf = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

/** SQL: accruals of the leads of some origin and of later sales of their clients, as rows of `accrual_days`. */
export const accrualsOfOrigin = (origin: OriginFilters, { from, to }: Period) =>
  sql`(${unionOf(
    LEADS_OF_ACCRUALS.map(
      (leads) => sql`
    select a.organization_id, (a.created_at at time zone o.time_zone)::date as day, a.program_id, a.partner_id, a.status, a.amount_kop
    from accruals a
    join organizations o on o.id = a.organization_id
    ${leads}
    where ${joinConditions([...inDateRange(sql`a.created_at`, from, to), ...ofOrigin(origin)])}`,
    ),
  )})`;

/** Predicates on rows `d` with an accrual: it is that of a lead of some origin, or of a later sale of its client. */
export const ofLeadsOfOrigin = (origin: OriginFilters) =>
  hasOrigin(origin)
    ? [
        sql<SqlBool>`exists (${unionOf(
          LEADS_OF_ACCRUALS.map(
            (leads) => sql`
          select from accruals a ${leads}
          where a.organization_id = d.organization_id and a.id = d.accrual_id and ${joinConditions(ofOrigin(origin))}`,
          ),
        )})`,
      ]
    : [];

/** Figures of one day. */
export type DayFigures = { day: string } & Omit<
  HomeFigures,
  'from' | 'to' | 'conversions' | 'reward_per_deal_kop' | keyof PaidSums
>;

const sum = (of: string, when = 'true') => sql.raw(`coalesce(sum(${of}) filter (where ${when}), 0)::bigint`);

/**
 * Figures of each day of a period that has figures, from the roll-ups. One statement, so that all figures are consistent.
 *
 * @param filters `isVisible` is a predicate on rows `d` with an organization, a program and, unless `ofAll` is true, a partner. `origin`
 * limits leads and their rewards.
 */
export async function dayFigures(
  db: Db,
  { isVisible, ofAll, origin }: { isVisible: RawBuilder<SqlBool>; ofAll: boolean; origin: OriginFilters },
  { from, to }: Period,
): Promise<DayFigures[]> {
  const visits = ofAll
    ? sql`organization_click_days d`
    : sql`links d join click_days c on c.organization_id = d.organization_id and c.link_id = d.id`;
  const [visited, ofOrganization] = ofAll ? (['d', 'organization_'] as const) : (['c', ''] as const);
  const accruals = hasOrigin(origin)
    ? accrualsOfOrigin(origin, { from, to })
    : sql.table(`${ofOrganization}accrual_days`);
  const within = sql`between ${from}::date and ${to}::date`;
  const { rows } = await sql<DayFigures>`
    select day::text as day, ${sum('clicks')} as clicks, ${sum('unique_clicks')} as unique_clicks,
      ${sum('leads')} as leads, ${sum('qualified')} as qualified, ${sum('won')} as won,
      ${sum('deal_kop')} as deal_kop, ${sum('rewards_kop')} as rewards_kop
    from (
      select day, ${sum('clicks')} as clicks, ${sum('unique_clicks')} as unique_clicks,
        0 as leads, 0 as qualified, 0 as won, 0 as deal_kop, 0 as rewards_kop
      from ${visits}
      where ${isVisible} and ${sql.ref(`${visited}.day`)} ${within} and ${sql.lit(!hasOrigin(origin))}
      group by day
      union all
      select d.day, 0, 0, ${sum('d.leads')}, ${sum('d.leads', "d.status in ('qualified', 'won')")},
        ${sum('d.leads', "d.status = 'won'")}, ${sum('d.deal_kop', "d.status = 'won'")}, 0
      from ${leadDaysOfTag(`${ofOrganization}lead_days`, origin, { from, to })} d
      where ${joinConditions([isVisible, ...ofSources(origin)])} and d.day ${within} and d.status <> 'duplicate'
      group by d.day
      union all
      select d.day, 0, 0, 0, 0, 0, 0, ${sum('d.amount_kop')}
      from ${accruals} d
      where ${isVisible} and d.day ${within} and d.status <> 'canceled'
      group by d.day
    ) f group by day`.execute(db);
  return rows;
}

/**
 * Returns the sums of payments in each period, by the day on which they count.
 *
 * @param filters `isVisible` is a predicate on rows `d` with an organization and a partner, and a program and an accrual when `byAccrual` is true.
 * `isOwn` is the same without program and accrual.
 */
export async function paidSums(
  db: Db,
  {
    isVisible,
    isOwn,
    byAccrual,
  }: Record<'isVisible' | 'isOwn', RawBuilder<SqlBool>> & { byAccrual: boolean },
  periods: readonly Period[],
): Promise<PaidSums[]> {
  // The accruals of a returned payment have left it; its moves still name them.
  const parts = sql`
    join accrual_moves d on d.organization_id = counted.organization_id and d.payment_id = counted.payment_id and d.to_status = 'paid'
    where ${isVisible}`;
  const kop = sql.ref(byAccrual ? 'd.amount_kop' : 'counted.amount_kop');
  const sumOf = (sign: 1 | -1) =>
    sql`coalesce(sum(${kop}) filter (where counted.sign = ${sql.lit(sign)}), 0)::bigint`;
  const { rows } = await sql<PaidSums & { ordinal: number }>`
    select counted.ordinal, ${sumOf(1)} as paid_kop,
      (count(distinct counted.partner_id) filter (where counted.sign = 1))::int as paid_partners, ${sumOf(-1)} as returned_kop
    from ${countedPayments(isOwn, periods)} counted
    ${byAccrual ? parts : sql``}
    group by counted.ordinal`.execute(db);
  return periods.map((_, index) => {
    const {
      paid_kop = 0,
      paid_partners = 0,
      returned_kop = 0,
    } = rows.find(({ ordinal }) => ordinal === index + 1) ?? {};
    return { paid_kop, paid_partners, returned_kop };
  });
}
