import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Webhooks of organizations, the events that they report, and the deliveries of each event. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table webhooks (
      organization_id uuid not null references organizations,
      id uuid not null,
      url text not null check (char_length(url) <= 500),
      events text[] not null check (cardinality(events) > 0),
      secret text not null,
      previous_secret text,
      previous_until timestamptz,
      is_on boolean not null default true,
      failing_since timestamptz,
      notified_at timestamptz,
      created_by uuid references users,
      created_at timestamptz not null,
      primary key (organization_id, id),
      check ((previous_secret is null) = (previous_until is null))
    )`.execute(db);
  await sql`create index webhooks_author on webhooks (created_by)`.execute(db);
  await sql`
    create table webhook_events (
      organization_id uuid not null references organizations,
      id uuid not null,
      type text not null,
      object_id uuid not null,
      sequence integer not null check (sequence > 0),
      payload text not null,
      occurred_at timestamptz not null,
      primary key (organization_id, id)
    )`.execute(db);
  await sql`
    create unique index webhook_events_order on webhook_events (organization_id, object_id, sequence)`.execute(
    db,
  );
  await sql`create index webhook_events_age on webhook_events (occurred_at)`.execute(db);
  await sql`
    create table webhook_deliveries (
      organization_id uuid not null references organizations,
      id uuid not null,
      webhook_id uuid not null,
      event_id uuid not null,
      object_id uuid not null,
      sequence integer not null,
      is_resend boolean not null default false,
      status text not null check (status in ('waiting', 'taken', 'sent', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      first_attempt_at timestamptz,
      attempted_at timestamptz,
      lease uuid,
      leased_until timestamptz,
      response_status integer,
      response text not null default '',
      problem text not null default '',
      duration_ms integer,
      created_at timestamptz not null,
      primary key (organization_id, id),
      foreign key (organization_id, webhook_id) references webhooks on delete cascade,
      foreign key (organization_id, event_id) references webhook_events on delete cascade,
      check ((status = 'taken') = (lease is not null)),
      check ((lease is null) = (leased_until is null))
    )`.execute(db);
  await sql`
    create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, next_attempt_at)
    where status = 'waiting'`.execute(db);
  await sql`
    create index webhook_deliveries_next on webhook_deliveries (next_attempt_at) where status = 'waiting'`.execute(
    db,
  );
  await sql`
    create index webhook_deliveries_leased on webhook_deliveries (leased_until) where status = 'taken'`.execute(
    db,
  );
  await sql`
    create index webhook_deliveries_object on webhook_deliveries (organization_id, webhook_id, object_id, sequence)
    where status in ('waiting', 'taken') and not is_resend`.execute(db);
  await sql`
    create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id)`.execute(db);
  await sql`
    create index webhook_deliveries_log on webhook_deliveries (organization_id, webhook_id, created_at, id)`.execute(
    db,
  );
  await sql`
    create index webhook_deliveries_attempts on webhook_deliveries (organization_id, webhook_id, attempted_at)
    where attempted_at is not null`.execute(db);
}

export const webhooks: Migration = { up };
