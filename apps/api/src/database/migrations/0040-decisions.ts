import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * One decision for an application: the card, the enrollment and the application have one status. Applications get a comment for
 * the organization and a flag that allows the sender to set the first password.
 */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table applications
    add column comment text not null default '' check (char_length(comment) <= 1000),
    add column may_join boolean not null default false`.execute(db);
  await sql`update applications set may_join = not is_repeat`.execute(db);
  await sql`alter table applications alter column may_join drop default`.execute(db);
  await sql`
    create index applications_pending on applications (organization_id, partner_id) where status = 'pending'`.execute(
    db,
  );
  await sql`
    create index enrollments_pending on enrollments (organization_id, partner_id) where status = 'pending'`.execute(
    db,
  );
  for (const step of [approvedEnrollments, rejectedCards, rejectedEnrollments, repeatedApplications])
    await sql.raw(step).execute(db);
}

const note = (action: string, diff: string) => `
  insert into audit_entries (organization_id, id, actor_id, action, object_kind, object_id, diff, at, request_id)
  select organization_id, gen_random_uuid(), null, '${action}', 'partner', id, ${diff}, now(), 'migration 0040' from cards`;

/** An approved enrollment: its applications and its card are approved. */
const approvedEnrollments = `
  with decided as (
    update applications a set status = 'approved', decided_at = e.updated_at from enrollments e
    where a.status = 'pending' and not a.is_repeat and e.organization_id = a.organization_id
      and e.program_id = a.program_id and e.partner_id = a.partner_id and e.status in ('active', 'paused', 'blocked')
  ), cards as (
    update partners p set status = 'active', version = version + 1
    where p.status = 'pending' and exists (
      select from enrollments e where e.organization_id = p.organization_id and e.partner_id = p.id
      and e.status in ('active', 'paused', 'blocked'))
    returning organization_id, id
  ) ${note('partner.approve', `'{"from": "pending", "to": "active"}'`)}`;

/** A rejected card with a pending enrollment: the enrollment is rejected. */
const rejectedCards = `
  update enrollments e set status = 'rejected' from partners p
  where e.status = 'pending' and p.organization_id = e.organization_id and p.id = e.partner_id and p.status = 'rejected'`;

/** A rejected enrollment: its application is rejected. The card is rejected too, unless it waits for another decision. */
const rejectedEnrollments = `
  with decided as (
    update applications a set status = 'rejected', decided_at = e.updated_at from enrollments e, partners p
    where a.status = 'pending' and not a.is_repeat and e.organization_id = a.organization_id
      and e.program_id = a.program_id and e.partner_id = a.partner_id and e.status = 'rejected'
      and p.organization_id = a.organization_id and p.id = a.partner_id
  ), cards as (
    update partners p set status = 'rejected', version = version + 1
    where p.status = 'pending'
      and exists (select from enrollments e where e.organization_id = p.organization_id and e.partner_id = p.id
                  and e.status = 'rejected')
      and not exists (select from enrollments e where e.organization_id = p.organization_id and e.partner_id = p.id
                      and e.status <> 'rejected')
    returning organization_id, id
  ) ${note('partner.reject', `'{"from": "pending", "to": "rejected", "reason": ""}'`)}`;

/** A second application after a rejection: the card waits for a decision again. */
const repeatedApplications = `
  with cards as (
    update partners p set status = 'pending', status_reason = '', version = version + 1
    where p.status = 'rejected'
      and exists (select from applications a where a.organization_id = p.organization_id and a.partner_id = p.id
                  and a.status = 'pending')
    returning organization_id, id
  ), places as (
    update enrollments e set status = 'pending' from cards c, applications a
    where e.status = 'rejected' and e.organization_id = c.organization_id and e.partner_id = c.id
      and a.organization_id = e.organization_id and a.partner_id = e.partner_id and a.program_id = e.program_id
      and a.status = 'pending'
  ) ${note('partner.reopen', `'{"from": "rejected", "to": "pending", "reason": ""}'`)}`;

export const decisions: Migration = { up };
