import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Public forms that refused leads because of a limit, and indexes for the removal of old rows. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table limited_forms (
      organization_id uuid not null references organizations,
      ceiling text not null check (ceiling in ('link', 'program', 'organization')),
      object_id uuid not null,
      turned_away integer not null check (turned_away > 0),
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (organization_id, ceiling, object_id)
    )`.execute(db);
  await sql`create index limited_forms_last on limited_forms (last_at)`.execute(db);
  await sql`create index idempotency_keys_created on idempotency_keys (created_at)`.execute(db);
  await sql`create index clicks_at on clicks (at)`.execute(db);
  await sql`create index clicks_robots on clicks (at) where is_bot`.execute(db);
  await sql`
    create index leads_click on leads (organization_id, click_id)
    where click_id is not null`.execute(db);
}

export const limits: Migration = { up };
