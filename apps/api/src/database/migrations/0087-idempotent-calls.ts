import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Calls that run once per idempotency key, and the last calls of API keys. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table idempotent_calls (
      caller_id uuid not null,
      key text not null check (char_length(key) between 1 and 200),
      digest text not null,
      response text,
      created_at timestamptz not null,
      primary key (caller_id, key)
    )`.execute(db);
  await sql`create index idempotent_calls_created on idempotent_calls (created_at)`.execute(db);
  await sql`
    create table api_key_calls (
      organization_id uuid not null,
      api_key_id uuid not null,
      id uuid not null,
      method text not null,
      path text not null,
      status int not null,
      duration_ms int not null,
      at timestamptz not null,
      primary key (organization_id, api_key_id, id),
      foreign key (organization_id, api_key_id) references api_keys
    )`.execute(db);
}

export const idempotentCalls: Migration = { up };
