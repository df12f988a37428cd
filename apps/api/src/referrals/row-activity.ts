import { ACTIVITY_WEEKS, type RowActivity } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { plusDays } from '../database/figures/periods.ts';
import { toBps } from '../database/figures/shares.ts';
import type { Db } from '../platform/db/db.ts';
import { dayOf } from '../platform/db/lists/conditions.ts';

const WEEK_DAYS = 7;
const DAYS = ACTIVITY_WEEKS * WEEK_DAYS;

type LeadsOfWeek = { id: string; weeks_ago: number; leads: number };
type Rows = { organizationId: string; ids: readonly string[]; today: string };

/** Leads by day, without duplicates. `partner_spans` keeps the days of each partner as spans of one day. */
const LEADS_BY_DAY: Record<'partner' | 'program', (rows: Rows) => RawBuilder<unknown>> = {
  partner: ({ organizationId, ids, today }) => sql`
    select d.partner_id as id, d.first_day as day, d.leads from partner_spans d
    where d.organization_id = ${organizationId} and d.days = 1 and d.partner_id = any(${ids}::uuid[])
      and d.first_day = any(${Array.from({ length: DAYS }, (_, ago) => plusDays(today, -ago))}::date[])`,
  program: ({ organizationId, ids, today }) => sql`
    select d.program_id as id, d.day, d.leads from organization_lead_days d
    where d.organization_id = ${organizationId} and d.program_id = any(${ids}::uuid[]) and d.status <> 'duplicate'
      and d.day between ${plusDays(today, 1 - DAYS)}::date and ${today}::date`,
};

/** Adds the recent leads and the share of deals to the rows of a page. Both are read from roll-ups, in two statements for all rows. */
export async function withActivity<Row extends { id: string; figures: { won: number } }>(
  db: Db,
  organizationId: string,
  kind: 'partner' | 'program',
  rows: readonly Row[],
  now: Date,
): Promise<(Row & { activity: RowActivity })[]> {
  if (rows.length === 0) return [];
  const organization = await sql<{ today: string; won: number }>`
    select ${dayOf(now)}::text as today, (
      select coalesce(sum(d.leads), 0)::bigint from organization_lead_days d
      where d.organization_id = o.id and d.day is null and d.status = 'won') as won
    from organizations o where o.id = ${organizationId}`.execute(db);
  const [{ today, won } = { today: '', won: 0 }] = organization.rows;
  const leads = LEADS_BY_DAY[kind]({ organizationId, ids: rows.map(({ id }) => id), today });
  const weeks = await sql<LeadsOfWeek>`
    select d.id, (${today}::date - d.day) / ${sql.lit(WEEK_DAYS)} as weeks_ago, sum(d.leads)::bigint as leads
    from (${leads}) d group by 1, 2`.execute(db);
  return rows.map((row) => {
    const weekly_leads = Array.from({ length: ACTIVITY_WEEKS }, () => 0);
    for (const { weeks_ago, leads } of weeks.rows.filter(({ id }) => id === row.id))
      weekly_leads[ACTIVITY_WEEKS - 1 - weeks_ago] = leads;
    return { ...row, activity: { weekly_leads, deal_share_bps: toBps(row.figures.won, won) } };
  });
}
