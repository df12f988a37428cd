import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Addresses to which forms of site builders are sent, one per program. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table site_forms (
      organization_id uuid not null references organizations,
      id uuid not null,
      program_id uuid not null,
      inbound_hash text not null unique,
      inbound_secret text not null,
      is_on boolean not null default true,
      last_at timestamptz,
      last_result text check (last_result in ('test', 'accepted', 'refused')),
      last_problem text not null default '',
      created_by uuid references users,
      created_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, program_id),
      foreign key (organization_id, program_id) references programs on delete cascade,
      check ((last_at is null) = (last_result is null))
    )`.execute(db);
}

export const siteForms: Migration = { up };
