import { type HomeTop, type HomeTopQuery, LEAD_SOURCES } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Period } from '../../database/figures/periods.ts';
import type { Db } from '../../platform/db/db.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { accrualsOfOrigin, hasOrigin, leadDaysOfTag, type OriginFilters, ofSources } from './figures.repo.ts';
import { coverPeriod, requestedPeriod } from './periods.ts';
import { findToday, visibleFigures } from './visible-figures.ts';

type Filters = OriginFilters & Pick<HomeTopQuery, 'program' | 'partner'>;

const MAX_PROGRAMS = 5;
const MAX_UTM_SOURCES = 5;

/** Partners, programs and sources of a period, best first. No list is filtered by its own dimension. */
export async function top(db: Db, staff: Staff, query: HomeTopQuery, now: Date): Promise<HomeTop> {
  const period = requestedPeriod(query, await findToday(db, staff, now));
  const partners = await bestPartners(db, staff, period, query);
  const sourceRows = new Map((await findSources(db, staff, period, query)).map((row) => [row.source, row]));
  return {
    ...period,
    partners: partners.map(({ id, name, ...sums }) => ({
      partner: { id, name },
      ...sums,
    })),
    programs: await bestPrograms(db, staff, period, query),
    utm_sources: await utmSources(db, staff, period, query),
    sources: LEAD_SOURCES.map(
      (source) => sourceRows.get(source) ?? { source, leads: 0, won: 0, deal_kop: 0 },
    ),
  };
}

/** The values of `utm_source` with the most leads in a period. */
async function utmSources(db: Db, { organizationId }: Staff, { from, to }: Period, filters: Filters) {
  const { rows } = await sql<HomeTop['utm_sources'][number]>`
    select l.utm_source, count(*)::int as leads, (count(*) filter (where l.status = 'won'))::int as won,
      coalesce(sum(l.deal_amount_kop) filter (where l.status = 'won'), 0)::bigint as deal_kop
    from leads l join organizations o on o.id = l.organization_id
    where l.organization_id = ${organizationId} and l.utm_source <> '' and l.status <> 'duplicate'
      and ${joinConditions([
        ...inDateRange(sql`l.created_at`, from, to),
        ...whereIn(sql`l.program_id`, filters.program),
        ...whereIn(sql`l.partner_id`, filters.partner),
        ...whereIn(sql`l.source`, filters.source),
      ])}
    group by 1 order by 2 desc, 1 limit ${MAX_UTM_SOURCES}`.execute(db);
  return rows;
}

type Best = { id: string; name: string } & Omit<HomeTop['partners'][number], 'partner'>;

async function bestPartners(
  db: Db,
  staff: Staff,
  period: Period,
  { by, limit, program, ...origin }: Filters & Pick<HomeTopQuery, 'by' | 'limit'>,
) {
  const sums =
    program === undefined && !hasOrigin(origin)
      ? spanSums(staff, period)
      : filteredSums(visibleFigures(staff, { program }), period, origin);
  const { rows } = await sql<Best>`
    select p.id, p.name, d.leads, d.won, d.deal_kop, d.rewards_kop
    from (${sums}) d join partners p on p.organization_id = d.organization_id and p.id = d.partner_id
    where ${sql.ref(`d.${by}`)} > 0
    order by ${sql.ref(`d.${by}`)} desc, d.rewards_kop desc, d.won desc, d.leads desc, p.name, p.id
    limit ${limit}`.execute(db);
  return rows;
}

/** Figures of each partner in all programs and from all sources. */
function spanSums(staff: Staff, period: Period) {
  const spans = coverPeriod(period);
  return sql`
    select d.organization_id, d.partner_id, sum(d.leads)::bigint as leads, sum(d.won)::bigint as won,
      sum(d.deal_kop)::bigint as deal_kop, sum(d.rewards_kop)::bigint as rewards_kop
    from unnest(${spans.map(({ days }) => days)}::int[], ${spans.map(({ first_day }) => first_day)}::date[])
      as s (days, first_day)
    join partner_spans d on d.days = s.days and d.first_day = s.first_day
    where ${visibleFigures(staff)} group by 1, 2`;
}

/** Figures of each partner in some programs or of leads of some origin. Spans do not have them, so the days are summed. */
const filteredSums = (isVisible: RawBuilder<SqlBool>, period: Period, origin: OriginFilters) => sql`
  select organization_id, partner_id, sum(leads)::bigint as leads, sum(won)::bigint as won,
    sum(deal_kop)::bigint as deal_kop, sum(rewards_kop)::bigint as rewards_kop
  from (
    select d.organization_id, d.partner_id, d.leads, case when d.status = 'won' then d.leads else 0 end as won,
      case when d.status = 'won' then d.deal_kop else 0 end as deal_kop, 0 as rewards_kop
    from ${leadDaysOfTag('lead_days', origin, period)} d
    where ${joinConditions([isVisible, ...ofSources(origin)])} and d.day between ${period.from}::date and ${period.to}::date
      and d.status <> 'duplicate'
    union all
    select d.organization_id, d.partner_id, 0, 0, 0, d.amount_kop
    from ${hasOrigin(origin) ? accrualsOfOrigin(origin, period) : sql.table('accrual_days')} d
    where ${isVisible} and d.day between ${period.from}::date and ${period.to}::date and d.status <> 'canceled'
  ) f group by 1, 2`;

/** SQL: days of leads, with partners only when a filter needs them. */
const leadDays = ({ partner, ...origin }: Omit<Filters, 'program'>, period: Period) =>
  leadDaysOfTag(partner === undefined ? 'organization_lead_days' : 'lead_days', origin, period);

/** SQL: the lead figures of rows `d` of `leadDays`. */
const LEAD_SUMS = sql`sum(d.leads)::bigint as leads,
  coalesce(sum(d.leads) filter (where d.status = 'won'), 0)::bigint as won,
  coalesce(sum(d.deal_kop) filter (where d.status = 'won'), 0)::bigint as deal_kop`;

async function bestPrograms(db: Db, staff: Staff, period: Period, { program: _, ...filters }: Filters) {
  const { rows } = await sql<{ id: string; name: string } & Omit<HomeTop['programs'][number], 'program'>>`
    select p.id, p.name, f.leads, f.won, f.deal_kop
    from (
      select d.organization_id, d.program_id, ${LEAD_SUMS}
      from ${leadDays(filters, period)} d
      where ${joinConditions([visibleFigures(staff, { partner: filters.partner }), ...ofSources(filters)])}
        and d.day between ${period.from}::date and ${period.to}::date and d.status <> 'duplicate'
      group by 1, 2
    ) f join programs p on p.organization_id = f.organization_id and p.id = f.program_id
    where f.leads > 0
    order by f.leads desc, f.won desc, p.name, p.id limit ${MAX_PROGRAMS}`.execute(db);
  return rows.map(({ id, name, ...sums }) => ({ program: { id, name }, ...sums }));
}

async function findSources(db: Db, staff: Staff, period: Period, { program, partner, utm_source }: Filters) {
  const { rows } = await sql<HomeTop['sources'][number]>`
    select d.source, ${LEAD_SUMS}
    from ${leadDays({ partner, utm_source }, period)} d
    where ${visibleFigures(staff, { program, partner })} and d.day between ${period.from}::date and ${period.to}::date
      and d.status <> 'duplicate'
    group by d.source`.execute(db);
  return rows;
}
