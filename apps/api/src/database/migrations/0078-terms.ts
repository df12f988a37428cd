import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Groups of partners in a program, and personal terms of an enrollment, each with a version of a reward rule. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table reward_rules
      add column label text not null default '',
      add column hold_days integer check (hold_days between 0 and 365)`.execute(db);
  await sql`
    create table program_groups (
      organization_id uuid not null,
      id uuid not null,
      version integer not null default 1 check (version > 0),
      program_id uuid not null,
      name text not null check (char_length(name) between 2 and 60),
      name_key text not null,
      is_default boolean not null,
      reward_rule_id uuid not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, program_id, id),
      constraint program_groups_name unique (organization_id, program_id, name_key),
      foreign key (organization_id, program_id) references programs (organization_id, id) on delete cascade,
      foreign key (organization_id, reward_rule_id) references reward_rules (organization_id, id)
    )`.execute(db);
  await sql`
    create unique index program_groups_default on program_groups (organization_id, program_id) where is_default`.execute(
    db,
  );
  await sql`
    alter table enrollments
      add column group_id uuid,
      add foreign key (organization_id, program_id, group_id) references program_groups (organization_id, program_id, id)`.execute(
    db,
  );
  await sql`
    create index enrollments_group on enrollments (organization_id, group_id) where group_id is not null`.execute(
    db,
  );
  await sql`
    create table personal_terms (
      organization_id uuid not null,
      id uuid not null,
      version integer not null default 1 check (version > 0),
      enrollment_id uuid not null,
      reward_rule_id uuid not null,
      starts_on date not null,
      ends_on date check (ends_on >= starts_on),
      reason text not null check (reason <> ''),
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      foreign key (organization_id, enrollment_id) references enrollments (organization_id, id),
      foreign key (organization_id, reward_rule_id) references reward_rules (organization_id, id)
    )`.execute(db);
  await sql`
    create index personal_terms_enrollment on personal_terms (organization_id, enrollment_id, starts_on)`.execute(
    db,
  );
}

export const terms: Migration = { up };
