import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function up(db: Kysely<unknown>) {
  await sql`
    create table list_views (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      list text not null,
      name text not null check (char_length(name) between 1 and 60),
      name_key text not null,
      query text not null check (char_length(query) <= 2000),
      created_at timestamptz not null,
      constraint list_views_name unique (user_id, list, name_key)
    )`.execute(db);
}

export const listViews: Migration = { up };
