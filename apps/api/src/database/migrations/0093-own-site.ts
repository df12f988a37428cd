import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links that open the organization's own site, and the leads that the site sends. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table programs
      add column landing_mode text not null default 'page' check (landing_mode in ('page', 'redirect')),
      add column landing_url text not null default '' check (char_length(landing_url) <= 500),
      add column attribution text not null default 'last' check (attribution in ('last', 'first')),
      add constraint programs_landing_check check (landing_mode = 'page' or landing_url <> '')`.execute(db);
  await sql`alter table leads drop constraint leads_source_check`.execute(db);
  await sql`
    alter table leads add constraint leads_source_check
    check (source in ('public_form', 'own_site', 'partner', 'organization', 'import'))`.execute(db);
  await sql`
    create table conversions (
      organization_id uuid not null references organizations,
      external_id text not null check (char_length(external_id) between 1 and 100),
      lead_id uuid not null,
      reason text not null check (reason in ('last_click', 'first_click', 'no_click')),
      occurred_at timestamptz not null,
      received_at timestamptz not null,
      primary key (organization_id, external_id),
      foreign key (organization_id, lead_id) references leads
    )`.execute(db);
  await sql`create index conversions_lead on conversions (organization_id, lead_id)`.execute(db);
  await sql`create index conversions_received on conversions (organization_id, received_at)`.execute(db);
}

export const ownSite: Migration = { up };
