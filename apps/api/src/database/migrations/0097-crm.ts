import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Connections to the CRM of an organization, and the deals of its leads there. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table crm_connections (
      organization_id uuid not null references organizations,
      id uuid not null,
      kind text not null check (kind in ('bitrix24', 'amocrm')),
      address text not null check (char_length(address) <= 500),
      credentials text not null,
      refresh_lease uuid,
      refresh_until timestamptz,
      is_on boolean not null default false,
      state text not null default 'connected' check (state in ('connected', 'broken')),
      cause text not null default '',
      stages jsonb not null,
      stages_read_at timestamptz not null,
      mapping jsonb not null,
      programs uuid[] check (cardinality(programs) > 0),
      first_stage text,
      version integer not null default 1,
      created_by uuid references users,
      created_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, kind),
      check ((state = 'broken') = (cause <> '')),
      check ((refresh_lease is null) = (refresh_until is null))
    )`.execute(db);
  await sql`create index crm_connections_author on crm_connections (created_by)`.execute(db);
  await sql`
    create table crm_deals (
      organization_id uuid not null references organizations,
      connection_id uuid not null,
      lead_id uuid not null,
      deal_id text check (char_length(deal_id) between 1 and 100),
      status text not null check (status in ('waiting', 'taken', 'sent', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      first_attempt_at timestamptz,
      lease uuid,
      leased_until timestamptz,
      problem text not null default '',
      sent_at timestamptz,
      stage text,
      changed_at timestamptz,
      created_at timestamptz not null,
      primary key (organization_id, connection_id, lead_id),
      unique (organization_id, connection_id, deal_id),
      foreign key (organization_id, connection_id) references crm_connections on delete cascade,
      foreign key (organization_id, lead_id) references leads,
      check ((status = 'sent') = (sent_at is not null and deal_id is not null)),
      check ((status = 'taken') = (lease is not null)),
      check ((lease is null) = (leased_until is null))
    )`.execute(db);
  await sql`create index crm_deals_lead on crm_deals (organization_id, lead_id)`.execute(db);
  await sql`
    create index crm_deals_due on crm_deals (organization_id, connection_id, next_attempt_at) where status = 'waiting'`.execute(
    db,
  );
  await sql`
    create index crm_deals_failed on crm_deals (organization_id, connection_id) where status = 'failed'`.execute(
    db,
  );
  await sql`
    create index crm_deals_sent on crm_deals (organization_id, connection_id, sent_at) where sent_at is not null`.execute(
    db,
  );
  await sql`
    create index crm_deals_problems on crm_deals (organization_id, connection_id, first_attempt_at)
    where problem <> ''`.execute(db);
  await sql`create index crm_deals_leased on crm_deals (leased_until) where status = 'taken'`.execute(db);
}

export const crm: Migration = { up };
