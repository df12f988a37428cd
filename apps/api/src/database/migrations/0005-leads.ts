import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function up(db: Kysely<unknown>) {
  await sql`
    create table leads (
      organization_id uuid not null references organizations,
      id uuid not null,
      number integer not null check (number > 0),
      version integer not null default 1 check (version > 0),
      program_id uuid not null,
      reward_rule_id uuid,
      reward_event text not null,
      partner_id uuid,
      link_id uuid,
      click_id uuid,
      source text not null check (source in ('public_form', 'partner', 'organization', 'import')),
      name text not null check (char_length(name) between 1 and 150),
      phone text not null check (phone ~ '^\\+7[3489][0-9]{9}$'),
      holds_phone boolean not null,
      email text not null,
      email_key text not null,
      company text not null,
      comment text not null,
      status text not null
        check (status in ('new', 'in_progress', 'qualified', 'won', 'lost', 'rejected', 'duplicate')),
      reason_code text,
      reason_comment text not null default '',
      duplicate_of uuid,
      deal_amount_kop bigint check (deal_amount_kop > 0),
      self_referral boolean not null,
      unverified boolean not null,
      search_text text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, number),
      foreign key (organization_id, program_id) references programs,
      foreign key (organization_id, program_id, reward_rule_id, reward_event)
        references reward_rules (organization_id, program_id, id, event),
      foreign key (organization_id, partner_id) references partners,
      foreign key (organization_id, link_id, program_id, partner_id)
        references links (organization_id, id, program_id, partner_id),
      foreign key (organization_id, click_id, link_id) references clicks (organization_id, id, link_id),
      foreign key (organization_id, duplicate_of) references leads,
      check (not holds_phone or status in ('new', 'in_progress', 'qualified', 'won')),
      check (duplicate_of <> id),
      check (link_id is null or partner_id is not null),
      check (source not in ('public_form', 'partner') or partner_id is not null),
      check ((status in ('rejected', 'lost', 'duplicate')) = (reason_code is not null))
    )`.execute(db);
  // One of the live leads of a phone holds it. A lead older than the duplicate window does not hold its phone.
  await sql`
    create unique index leads_live_phone on leads (organization_id, phone) where holds_phone`.execute(db);
  await sql`create index leads_created on leads (organization_id, created_at, id)`.execute(db);
  await sql`create index leads_updated on leads (organization_id, updated_at, id)`.execute(db);
  await sql`create index leads_status on leads (organization_id, status, created_at, id)`.execute(db);
  await sql`create index leads_program on leads (organization_id, program_id, created_at, id)`.execute(db);
  await sql`create index leads_partner on leads (organization_id, partner_id, created_at, id)`.execute(db);
  await sql`create index leads_link on leads (organization_id, link_id)`.execute(db);
  await sql`create index leads_phone on leads (organization_id, phone, created_at)`.execute(db);
  await sql`
    create index leads_email on leads (organization_id, email_key, created_at)
    where email_key <> ''`.execute(db);
  await indexSearch(db);

  await sql`
    create table consents (
      organization_id uuid not null,
      lead_id uuid not null,
      consent_text_id uuid not null,
      accepted_at timestamptz not null,
      ip text not null,
      user_agent text not null check (char_length(user_agent) <= 500),
      primary key (organization_id, lead_id),
      foreign key (organization_id, lead_id) references leads,
      foreign key (organization_id, consent_text_id) references consent_texts
    )`.execute(db);
  await sql`
    create table lead_events (
      organization_id uuid not null,
      id uuid not null,
      lead_id uuid not null,
      actor_id uuid,
      from_status text,
      to_status text not null,
      reason_code text,
      comment text not null,
      changed text[] not null,
      at timestamptz not null,
      primary key (organization_id, id),
      foreign key (organization_id, lead_id) references leads
    )`.execute(db);
  await sql`create index lead_events_lead on lead_events (organization_id, lead_id, at, id)`.execute(db);
  for (const table of ['consents', 'lead_events']) {
    await sql`
      create trigger ${sql.id(`${table}_append_only`)} before update or delete on ${sql.id(table)}
      for each row execute function refuse_change()`.execute(db);
  }
}

/**
 * Creates a trigram index when the extension is available. The embedded database does not have it and scans the rows of an organization.
 */
async function indexSearch(db: Kysely<unknown>) {
  await sql`
    do $$ begin
      if exists (select from pg_available_extensions where name = 'pg_trgm') then
        create extension if not exists pg_trgm;
        create index leads_search on leads using gin (search_text gin_trgm_ops);
        create index partners_search on partners using gin (search_text gin_trgm_ops);
      end if;
    end $$`.execute(db);
}

export const leads: Migration = { up };
