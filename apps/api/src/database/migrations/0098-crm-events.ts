import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Events that CRMs send to the address of a connection, and the deals that are read after them. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table crm_connections
      add column inbound_hash text unique,
      add column inbound_secret text,
      add column application_token text,
      add column last_event_at timestamptz,
      add column last_event text not null default '',
      add constraint crm_connections_inbound_check check ((inbound_hash is null) = (inbound_secret is null))`.execute(
    db,
  );
  await sql`
    create table crm_reads (
      organization_id uuid not null references organizations,
      connection_id uuid not null,
      deal_id text not null,
      requested_at timestamptz not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      lease uuid,
      leased_until timestamptz,
      primary key (organization_id, connection_id, deal_id),
      foreign key (organization_id, connection_id) references crm_connections on delete cascade,
      check ((lease is null) = (leased_until is null))
    )`.execute(db);
  await sql`create index crm_reads_due on crm_reads (organization_id, connection_id, next_attempt_at)`.execute(
    db,
  );
}

export const crmEvents: Migration = { up };
