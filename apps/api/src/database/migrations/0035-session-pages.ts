import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Half of each page is left for the next version of a session, which each exchange of its token writes. */
async function up(db: Kysely<unknown>) {
  await sql`alter table sessions set (fillfactor = 50)`.execute(db);
}

export const sessionPages: Migration = { up };
