import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Codes for password recovery and for new phones. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table account_codes (
      id uuid primary key,
      kind text not null check (kind in ('recovery', 'phone', 'join')),
      phone text not null,
      user_id uuid references users on delete cascade,
      code_hash text not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      check (kind <> 'phone' or user_id is not null)
    )`.execute(db);
  await sql`create index account_codes_phone on account_codes (phone, created_at)`.execute(db);
  await sql`create index account_codes_expiry on account_codes (expires_at)`.execute(db);
}

export const accountCodes: Migration = { up };
