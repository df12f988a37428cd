import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function up(db: Kysely<unknown>) {
  await sql`
    create table partners (
      organization_id uuid not null references organizations,
      id uuid not null,
      version integer not null default 1 check (version > 0),
      user_id uuid references users on delete set null,
      status text not null check (status in ('invited', 'pending', 'active', 'rejected', 'blocked', 'archived')),
      status_reason text not null default '' check (char_length(status_reason) <= 1000),
      kind text not null check (kind in ('individual', 'self_employed', 'ip', 'legal')),
      last_name text not null,
      first_name text not null,
      father_name text not null,
      company_name text not null,
      name text not null check (name <> ''),
      name_key text not null,
      phone text not null check (phone ~ '^\\+79[0-9]{9}$'),
      email text not null,
      inn text not null,
      tags text[] not null default '{}',
      note text not null default '',
      search_text text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      constraint partners_phone unique (organization_id, phone),
      constraint partners_user unique (organization_id, user_id),
      check (inn ~ case when kind = 'legal' then '^([0-9]{10})?$' else '^([0-9]{12})?$' end)
    )`.execute(db);
  await sql`create index partners_created on partners (organization_id, created_at, id)`.execute(db);
  await sql`create index partners_name on partners (organization_id, name_key, id)`.execute(db);
  await sql`create index partners_of_user on partners (user_id) where user_id is not null`.execute(db);

  await sql`
    create table enrollments (
      organization_id uuid not null,
      id uuid not null,
      program_id uuid not null,
      partner_id uuid not null,
      status text not null
        check (status in ('invited', 'pending', 'active', 'paused', 'rejected', 'left', 'blocked')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      constraint enrollments_once unique (organization_id, program_id, partner_id),
      unique (organization_id, id, program_id, partner_id),
      foreign key (organization_id, program_id) references programs,
      foreign key (organization_id, partner_id) references partners
    )`.execute(db);
  await sql`create index enrollments_partner on enrollments (organization_id, partner_id)`.execute(db);

  // Codes are unique over all organizations and never reused, so they have a table that is not sharded by organization.
  await sql`
    create table link_codes (
      code text constraint link_codes_once primary key check (code ~ '^[a-z0-9-]{3,32}$' and code !~ '^[0-9]+$'),
      organization_id uuid not null references organizations,
      link_id uuid not null,
      unique (code, organization_id, link_id)
    )`.execute(db);
  await sql`
    create table links (
      organization_id uuid not null,
      id uuid not null,
      enrollment_id uuid not null,
      program_id uuid not null,
      partner_id uuid not null,
      code text not null,
      label text not null check (char_length(label) <= 100),
      active boolean not null default true,
      created_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, id, program_id, partner_id),
      foreign key (organization_id, enrollment_id, program_id, partner_id)
        references enrollments (organization_id, id, program_id, partner_id),
      foreign key (code, organization_id, id) references link_codes (code, organization_id, link_id)
    )`.execute(db);
  await sql`create index links_partner on links (organization_id, partner_id, created_at, id)`.execute(db);
  await sql`create index links_enrollment on links (organization_id, enrollment_id)`.execute(db);

  await sql`
    create table clicks (
      organization_id uuid not null,
      id uuid not null,
      link_id uuid not null,
      at timestamptz not null,
      visitor text not null check (char_length(visitor) <= 64),
      referrer_host text not null check (char_length(referrer_host) <= 255),
      utm jsonb not null,
      is_bot boolean not null,
      is_unique boolean not null,
      primary key (organization_id, id),
      unique (organization_id, id, link_id),
      foreign key (organization_id, link_id) references links,
      check (not (is_bot and is_unique))
    )`.execute(db);
  await sql`create index clicks_visitor on clicks (organization_id, link_id, visitor, at)`.execute(db);
  await sql`
    create table click_days (
      organization_id uuid not null,
      link_id uuid not null,
      day date not null,
      clicks integer not null check (clicks >= 0),
      unique_clicks integer not null check (unique_clicks between 0 and clicks),
      primary key (organization_id, link_id, day),
      foreign key (organization_id, link_id) references links
    )`.execute(db);
}

export const partners: Migration = { up };
