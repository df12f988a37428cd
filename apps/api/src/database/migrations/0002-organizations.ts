import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function up(db: Kysely<unknown>) {
  await sql`
    create table organizations (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 300),
      legal_name text not null default '' check (char_length(legal_name) <= 300),
      inn text not null default '' check (inn ~ '^([0-9]{10}|[0-9]{12})?$'),
      site text not null default '' check (char_length(site) <= 500),
      privacy_policy_url text not null default '' check (char_length(privacy_policy_url) <= 500),
      default_hold_days integer not null default 14 check (default_hold_days between 0 and 365),
      default_min_payout_kop bigint not null default 100000 check (default_min_payout_kop >= 0),
      time_zone text not null default 'Europe/Moscow',
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);

  await sql`alter table users add column organization_id uuid references organizations`.execute(db);
  // Existing users of the role `organization` get one organization each.
  await sql`
    insert into organizations (id, name, created_at, updated_at)
    select id, 'Организация', created_at, created_at from users where role = 'organization'`.execute(db);
  await sql`update users set organization_id = id where role = 'organization'`.execute(db);
  await sql`
    alter table users add constraint users_organization
    check ((role is not distinct from 'organization') = (organization_id is not null))`.execute(db);
  await sql`create index users_organization_id on users (organization_id)`.execute(db);

  await sql`
    create table counters (
      organization_id uuid not null references organizations,
      kind text not null check (kind in ('lead', 'accrual', 'payment')),
      value integer not null check (value > 0),
      primary key (organization_id, kind)
    )`.execute(db);

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`
    create table audit_entries (
      organization_id uuid not null references organizations,
      id uuid not null,
      actor_id uuid,
      action text not null,
      object_kind text not null,
      object_id uuid not null,
      diff jsonb not null,
      at timestamptz not null,
      request_id text not null,
      primary key (organization_id, id)
    )`.execute(db);
  await sql`create index audit_entries_object on audit_entries (organization_id, object_id, at)`.execute(db);
  await sql`
    create trigger audit_entries_append_only before update or delete on audit_entries
    for each row execute function refuse_change()`.execute(db);
}

export const organizations: Migration = { up };
