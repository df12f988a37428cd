import { type LeadStatus, LIVE_LEAD_STATUSES, type OrganizationTask } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { leadNumber } from '../../../database/rules/numbers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { MAX_NAMED } from './program-tasks.ts';

type Restorable = {
  id: string;
  number: number;
  version: number;
  partner_id: string | null;
  partner_name: string | null;
  first_id: string;
  first_number: number;
  first_status: LeadStatus;
};

const isDismissed = (key: ReturnType<typeof sql>) =>
  sql`exists (select from dismissed_tasks t where t.organization_id = d.organization_id and t.key = ${key})`;

/**
 * For each contact, the earliest duplicate that can be restored: its first lead is rejected, or is still open and older than the duplicate
 * window.
 */
export async function restorableLeads(
  db: Db,
  organizationId: string,
  now: Date,
): Promise<OrganizationTask[]> {
  const { rows } = await sql<Restorable>`
    select * from (
      select distinct on (d.phone) d.id, d.number, d.version, d.partner_id, card.name as partner_name, d.created_at,
        f.id as first_id, f.number as first_number, f.status as first_status
      from leads d
      join leads f on f.organization_id = d.organization_id and f.id = d.duplicate_of
      join programs p on p.organization_id = d.organization_id and p.id = d.program_id
      left join partners card on card.organization_id = d.organization_id and card.id = d.partner_id
      cross join lateral (select ${now}::timestamptz - make_interval(days => p.duplicate_window_days) as start) as win
      where d.organization_id = ${organizationId} and d.status = 'duplicate'
        and d.offered_at <= ${now} and d.offered_at > ${now}::timestamptz - interval '90 days'
        and (f.status = 'rejected' or (f.status in ('new', 'in_progress') and f.created_at < win.start))
        and not ${isDismissed(sql`'restorable_lead:' || d.id`)}
        and not exists (
          select from leads x
          where x.organization_id = d.organization_id and x.id <> f.id and x.phone = d.phone and x.holds_phone)
        and not exists (
          select from leads x
          where x.organization_id = d.organization_id and x.id <> f.id and d.email_key <> ''
            and x.email_key = d.email_key and x.created_at >= win.start
            and x.status in (${sql.join([...LIVE_LEAD_STATUSES])}))
      order by d.phone, d.created_at, d.id) found
    order by created_at, id limit ${MAX_NAMED}`.execute(db);
  return rows.map(({ id, number, version, partner_id, partner_name, ...first }) => ({
    kind: 'restorable_lead',
    count: 1,
    key: `restorable_lead:${id}`,
    lead: {
      id,
      number: leadNumber(number),
      version,
      partner: partner_id === null ? null : { id: partner_id, name: partner_name ?? '' },
    },
    first: { id: first.first_id, number: leadNumber(first.first_number) },
    cause: first.first_status === 'rejected' ? 'rejected' : 'expired',
  }));
}

/** Finds leads whose e-mail was changed to that of another lead, while both have a status of `LIVE_LEAD_STATUSES`. */
export async function findSharedEmailTasks(db: Db, organizationId: string): Promise<OrganizationTask[]> {
  const { rows } = await sql<{ id: string; number: number; other_id: string; other_number: number }>`
    select d.id, d.number, x.id as other_id, x.number as other_number
    from leads d join leads x on x.organization_id = d.organization_id and x.id = d.same_email_as
    where d.organization_id = ${organizationId} and d.same_email_as is not null and d.email_key = x.email_key
      and d.status in (${sql.join([...LIVE_LEAD_STATUSES])}) and x.status in (${sql.join([...LIVE_LEAD_STATUSES])})
      and not ${isDismissed(sql`'lead_same_email:' || d.id || ':' || x.id`)}
    order by d.updated_at, d.id limit ${MAX_NAMED}`.execute(db);
  return rows.map(({ id, number, other_id, other_number }) => ({
    kind: 'lead_same_email',
    count: 1,
    key: `lead_same_email:${id}:${other_id}`,
    lead: { id, number: leadNumber(number) },
    other: { id: other_id, number: leadNumber(other_number) },
  }));
}
