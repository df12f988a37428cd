import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Events of other systems: each is stored once and applied once. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table outside_events (
      organization_id uuid not null references organizations,
      id uuid not null,
      channel text not null check (channel in ('api', 'own_site', 'crm', 'import')),
      kind text not null check (kind in ('conversion', 'sale', 'refund', 'deal')),
      external_id text check (char_length(external_id) between 1 and 200),
      object_key text not null check (char_length(object_key) between 1 and 250),
      occurred_at timestamptz not null,
      received_at timestamptz not null,
      body text,
      body_hash text not null,
      state text not null check (state in ('received', 'applied', 'late', 'unmatched', 'failed', 'ignored')),
      cause text not null default '' check (char_length(cause) <= 1000),
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      conflicted_at timestamptz,
      decided_at timestamptz,
      lead_id uuid,
      sale_id uuid,
      waiting_sale_id uuid,
      primary key (organization_id, id),
      foreign key (organization_id, lead_id) references leads,
      foreign key (organization_id, sale_id) references sales,
      foreign key (organization_id, waiting_sale_id) references waiting_sales,
      check (case state when 'received' then next_attempt_at is not null when 'failed' then true else next_attempt_at is null end),
      check ((decided_at is null) = (state in ('received', 'unmatched', 'failed')))
    )`.execute(db);
  await sql`
    create unique index outside_events_external_id on outside_events (organization_id, kind, external_id)`.execute(
    db,
  );
  await sql`
    create index outside_events_due on outside_events (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  );
  await sql`
    create index outside_events_queue on outside_events (organization_id, object_key, occurred_at)
    where next_attempt_at is not null`.execute(db);
  await sql`
    create index outside_events_object on outside_events (organization_id, object_key, occurred_at)
    where state = 'applied'`.execute(db);
  await sql`
    create index outside_events_given_up on outside_events (organization_id)
    where state = 'failed' and next_attempt_at is null`.execute(db);
  await sql`
    create index outside_events_list on outside_events (organization_id, received_at, id)`.execute(db);
  await sql`
    create index outside_events_state on outside_events (organization_id, state, received_at, id)`.execute(
    db,
  );
  await sql`
    create index outside_events_channel on outside_events (organization_id, channel, received_at, id)`.execute(
    db,
  );
  await sql`
    create index outside_events_body on outside_events (decided_at) where body is not null and decided_at is not null`.execute(
    db,
  );
  await sql`
    create index outside_events_unmatched on outside_events (received_at) where state = 'unmatched'`.execute(
    db,
  );
  for (const object of ['lead', 'sale', 'waiting_sale'])
    await sql`
      create index ${sql.id(`outside_events_${object}`)} on outside_events (organization_id, ${sql.id(`${object}_id`)})
      where ${sql.id(`${object}_id`)} is not null`.execute(db);
}

export const outsideEvents: Migration = { up };
