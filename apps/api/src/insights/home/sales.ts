import type { HomeQuery, HomeSales, SaleFigures } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../database/figures/periods.ts';
import { toBps } from '../../database/figures/shares.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { broughtBy, ofOrigin } from './figures.repo.ts';
import { periodBefore, requestedPeriod } from './periods.ts';
import { findToday } from './visible-figures.ts';

const MAX_PARTNERS = 10;

type Sums = Omit<SaleFigures, 'from' | 'to' | 'repeat_bps'>;

/** What the figures of sales are limited to. */
type Filters = Pick<HomeQuery, 'program' | 'partner' | 'source' | 'utm_source'>;

/**
 * Sales and refunds `s` of a period that are visible to a viewer, with the sale `sold` that a refund belongs to, its attachment `a` and the lead `l`
 * that brought the client. The sale of the lead of an attachment is new, the others are repeat sales.
 */
const rows = (viewer: Viewer, query: Filters, { from, to }: Period) => sql`
  select a.partner_id, s.paid_on, s.refund_of is null as is_sale,
    coalesce(case when s.refund_of is null then s.amount_kop else -s.amount_kop end, 0) as kop,
    sold.lead_id is null or (a.id is not null and a.lead_id is distinct from sold.lead_id) as is_repeat
  from sales s
  join sales sold on sold.organization_id = s.organization_id and sold.id = coalesce(s.refund_of, s.id)
  left join attachments a on a.organization_id = s.organization_id and a.id = s.attachment_id
  left join leads l on l.organization_id = s.organization_id and l.id = ${broughtBy('a', 'sold')}
  where ${joinConditions([
    visibleTo(viewer, viewer.role === 'organization' ? 's' : 'a', null),
    sql`s.paid_on - date '2000-01-01' between ${from}::date - date '2000-01-01' and ${to}::date - date '2000-01-01'`,
    sql`sold.canceled_at is null`,
    ...whereIn(sql`a.partner_id`, query.partner),
    ...whereIn(sql`coalesce(a.program_id, l.program_id)`, query.program),
    ...ofOrigin(query),
  ])}`;

/** Revenue of each day of a period that has sales. */
export async function revenueOfDays(db: Db, viewer: Viewer, query: Filters, period: Period) {
  const { rows: days } = await sql<{ day: string; revenue_kop: number }>`
    select paid_on::text as day, sum(kop)::bigint as revenue_kop
    from (${rows(viewer, query, period)}) row group by 1`.execute(db);
  return days;
}

const SUMS: RawBuilder<unknown> = sql`
  (count(*) filter (where is_sale))::int as sales, (count(*) filter (where is_sale and is_repeat))::int as repeat_sales,
  coalesce(sum(kop), 0)::bigint as revenue_kop, coalesce(sum(kop) filter (where is_repeat), 0)::bigint as repeat_kop`;

const EMPTY: Sums = { sales: 0, repeat_sales: 0, revenue_kop: 0, repeat_kop: 0 };

const toFigures = (period: Period, sums: Sums = EMPTY): SaleFigures => ({
  ...period,
  ...sums,
  repeat_bps: sums.revenue_kop > 0 && sums.repeat_kop >= 0 ? toBps(sums.repeat_kop, sums.revenue_kop) : null,
});

/** Sales of a period and of the one before, by the day of payment, with the partners of the largest revenue. */
export async function saleFigures(db: Db, staff: Staff, query: HomeQuery, now: Date): Promise<HomeSales> {
  const period = requestedPeriod(query, await findToday(db, staff, now));
  const before = periodBefore(period);
  const { rows: sums } = await sql<Sums & { is_current: boolean }>`
    select paid_on >= ${period.from}::date as is_current, ${SUMS}
    from (${rows(staff, query, { from: before.from, to: period.to })}) row group by 1`.execute(db);
  const { rows: partners } = await sql<Sums & { id: string; name: string }>`
    select p.id, p.name, f.sales, f.repeat_sales, f.revenue_kop, f.repeat_kop
    from (
      select partner_id, ${SUMS} from (${rows(staff, query, period)}) row where partner_id is not null group by 1
    ) f
    join partners p on p.organization_id = ${staff.organizationId} and p.id = f.partner_id
    where f.revenue_kop > 0
    order by f.revenue_kop desc, f.sales desc, p.name, p.id limit ${MAX_PARTNERS}`.execute(db);
  const of = (isCurrent: boolean) => {
    const found = sums.find(({ is_current }) => is_current === isCurrent);
    if (found === undefined) return undefined;
    const { is_current: _, ...figures } = found;
    return figures;
  };
  return {
    current: toFigures(period, of(true)),
    previous: toFigures(before, of(false)),
    partners: partners.map(({ id, name, ...figures }) => ({ partner: { id, name }, ...figures })),
  };
}
