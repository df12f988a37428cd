import type { OwnSite } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { leadsRepo } from '../leads/leads.repo.ts';
import { leadView } from '../leads/leads.view.ts';

/** Window of a site without programs, in days. */
const DEFAULT_DAYS = 30;
/** Number of the latest clicks of all links among which the last redirected one is searched. */
const EXAMINED_CLICKS = 1000;

const sitePrograms = (db: Db, organizationId: string) =>
  db
    .selectFrom('programs')
    .select(['id', 'name', 'attribution_window_days'])
    .where('organization_id', '=', organizationId)
    .where('landing_mode', '=', 'redirect')
    .where('status', '<>', 'archived')
    .orderBy('name_key')
    .limit(100)
    .execute();

async function lastClick(db: Db, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select visit.at
    from (
      select link_id, at from clicks where organization_id = ${organizationId} and not is_bot
      order by id desc limit ${sql.lit(EXAMINED_CLICKS)}
    ) visit
    join links l on l.organization_id = ${organizationId} and l.id = visit.link_id
    join programs p on p.organization_id = ${organizationId} and p.id = l.program_id and p.landing_mode = 'redirect'
    order by visit.at desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

async function lastLead(db: Db, staff: Staff, now: Date): Promise<OwnSite['last_lead']> {
  const conversion = await db
    .selectFrom('conversions')
    .select(['lead_id', 'received_at'])
    .where('organization_id', '=', staff.organizationId)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = conversion && (await leadsRepo(db).find(staff, conversion.lead_id, now));
  if (conversion === undefined || row === undefined) return null;
  const { id, number, partner } = leadView(row, staff);
  return { at: conversion.received_at.toISOString(), lead: { id, number }, partner };
}

/** Returns the programs of the own site, its last click and its last lead. */
export async function ownSiteState(db: Db, staff: Staff, now: Date): Promise<OwnSite> {
  const programs = await sitePrograms(db, staff.organizationId);
  const days = programs.map(({ attribution_window_days }) => attribution_window_days);
  return {
    days: days.length === 0 ? DEFAULT_DAYS : Math.max(...days),
    programs: programs.map(({ id, name }) => ({ id, name })),
    last_click_at: (await lastClick(db, staff.organizationId))?.toISOString() ?? null,
    last_lead: await lastLead(db, staff, now),
  };
}
