import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** User agent of a session, so that users can recognize their sessions. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table sessions
    add column user_agent text not null default '' check (char_length(user_agent) <= 500)`.execute(db);
}

export const sessions: Migration = { up };
