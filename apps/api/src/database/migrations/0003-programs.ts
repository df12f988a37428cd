import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function up(db: Kysely<unknown>) {
  await sql`
    create table programs (
      organization_id uuid not null references organizations,
      id uuid not null,
      version integer not null default 1 check (version > 0),
      status text not null check (status in ('draft', 'active', 'paused', 'archived')),
      name text not null check (char_length(name) between 3 and 120),
      name_key text not null,
      description text not null check (char_length(description) <= 5000),
      reward_event text not null check (reward_event in ('lead_qualified', 'deal_won')),
      reward_rule_id uuid,
      consent_text_id uuid,
      hold_days integer not null check (hold_days between 0 and 365),
      budget_kop bigint check (budget_kop > 0),
      join_policy text not null check (join_policy in ('open', 'by_request', 'closed')),
      starts_at timestamptz,
      ends_at timestamptz,
      attribution_window_days integer not null check (attribution_window_days between 1 and 365),
      duplicate_window_days integer not null check (duplicate_window_days between 1 and 3650),
      landing jsonb not null,
      ad_label text not null,
      ad_erid text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      check (ends_at > starts_at),
      check (status = 'draft' or (reward_rule_id is not null and consent_text_id is not null))
    )`.execute(db);
  await sql`
    create unique index programs_live_name on programs (organization_id, name_key)
    where status <> 'archived'`.execute(db);
  await sql`create index programs_created on programs (organization_id, created_at, id)`.execute(db);

  await sql`
    create table reward_rules (
      organization_id uuid not null,
      program_id uuid not null,
      id uuid not null,
      version integer not null check (version > 0),
      event text not null check (event in ('lead_qualified', 'deal_won')),
      kind text not null check (kind in ('fixed', 'percent', 'tiered')),
      fixed_kop bigint check (fixed_kop > 0),
      percent_bps integer check (percent_bps between 1 and 10000),
      tiers jsonb,
      cap_per_lead_kop bigint check (cap_per_lead_kop > 0),
      created_by uuid references users on delete set null,
      created_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, program_id, version),
      unique (organization_id, program_id, id, event),
      foreign key (organization_id, program_id) references programs on delete cascade,
      check (kind <> 'percent' or event = 'deal_won'),
      check ((kind = 'fixed') = (fixed_kop is not null)),
      check ((kind = 'percent') = (percent_bps is not null)),
      check ((kind = 'tiered') = (tiers is not null))
    )`.execute(db);
  await sql`
    create table consent_texts (
      organization_id uuid not null,
      program_id uuid not null,
      id uuid not null,
      version integer not null check (version > 0),
      text text not null check (char_length(text) between 1 and 10000),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      created_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, program_id, version),
      unique (organization_id, program_id, id),
      foreign key (organization_id, program_id) references programs on delete cascade
    )`.execute(db);
  // Foreign keys ensure that the reward rule and the consent belong to the program, and that the rule is for the event of the program.
  await sql`
    alter table programs
    add foreign key (organization_id, id, reward_rule_id, reward_event)
      references reward_rules (organization_id, program_id, id, event),
    add foreign key (organization_id, id, consent_text_id)
      references consent_texts (organization_id, program_id, id)`.execute(db);
  for (const table of ['reward_rules', 'consent_texts']) {
    await sql`
      create trigger ${sql.id(`${table}_immutable`)} before update on ${sql.id(table)}
      for each row execute function refuse_change()`.execute(db);
  }
}

export const programs: Migration = { up };
