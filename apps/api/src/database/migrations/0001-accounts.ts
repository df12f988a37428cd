import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function up(db: Kysely<unknown>) {
  await sql`
    create table users (
      id uuid primary key,
      phone text not null unique check (phone ~ '^\\+[1-9][0-9]{7,14}$'),
      password_hash text not null,
      role text check (role in ('organization', 'partner')),
      first_name text not null default '' check (char_length(first_name) <= 150),
      last_name text not null default '' check (char_length(last_name) <= 150),
      father_name text not null default '' check (char_length(father_name) <= 150),
      email text not null default '' check (char_length(email) <= 254),
      is_active boolean not null default true,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      current_token text not null,
      spent_tokens jsonb not null default '[]',
      created_at timestamptz not null,
      refreshed_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);
  await sql`
    create table rate_limits (
      key text primary key,
      hits timestamptz[] not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index rate_limits_expiry on rate_limits (expires_at)`.execute(db);
}

export const accounts: Migration = { up };
