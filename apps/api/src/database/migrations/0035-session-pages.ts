import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Leaves half of each page free for updated rows, because each exchange of a refresh token updates the session. */
async function up(db: Kysely<unknown>) {
  await sql`alter table sessions set (fillfactor = 50)`.execute(db);
}

export const sessionPages: Migration = { up };
