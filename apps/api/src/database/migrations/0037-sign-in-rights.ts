import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Time of appointment of owners, attempts to enter codes by network, and reasons for the end of sessions. */
async function up(db: Kysely<unknown>) {
  await sql`alter table users add column owner_since timestamptz`.execute(db);
  await sql`
    alter table account_codes add column network text not null default '',
      add column other_tries integer not null default 0`.execute(db);
  await sql`
    alter table sessions add column end_reason text
      check (end_reason in ('ended', 'password', 'switched_off', 'reused'))`.execute(db);
}

export const signInRights: Migration = { up };
