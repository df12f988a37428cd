import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Data for the check of the second approver, and bank directories that organizations upload. */
async function up(db: Kysely<unknown>) {
  await sql`alter table payments add column changed_by uuid[] not null default '{}'`.execute(db);
  await sql`alter table registries add column changed_by uuid[] not null default '{}'`.execute(db);
  await sql`
    alter table organizations add column separate_approver boolean not null default false`.execute(db);
  // Employees who changed payments and registries that still await approval are taken from the journal.
  await sql`
    update payments p set changed_by = e.editors
    from (
      select organization_id, object_id, array_agg(distinct actor_id) as editors
      from audit_entries
      where object_kind = 'payment' and action = 'payment.update' and actor_id is not null
      group by organization_id, object_id) e
    where p.organization_id = e.organization_id and p.id = e.object_id
      and p.status in ('requested', 'draft', 'failed')`.execute(db);
  await sql`
    update registries r set changed_by = e.editors
    from (
      select organization_id, object_id, array_agg(distinct actor_id) as editors
      from audit_entries
      where object_kind = 'registry' and action = 'registry.update' and actor_id is not null
      group by organization_id, object_id) e
    where r.organization_id = e.organization_id and r.id = e.object_id and r.status = 'draft'`.execute(db);

  await sql`
    create table bank_directories (
      organization_id uuid primary key references organizations,
      day date not null,
      banks integer not null check (banks > 0),
      loaded_by uuid,
      loaded_at timestamptz not null
    )`.execute(db);
  await sql`
    create table directory_banks (
      organization_id uuid not null references bank_directories on delete cascade,
      bik text not null check (bik ~ '^[0-9]{9}$'),
      name text not null,
      city text not null,
      corr_account text not null check (corr_account ~ '^([0-9]{20})?$'),
      primary key (organization_id, bik)
    )`.execute(db);
}

export const payoutApproval: Migration = { up };
