import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rate limits count hits in a window instead of storing the time of each hit. */
async function up(db: Kysely<unknown>) {
  await sql`alter table rate_limits alter column hits type integer using cardinality(hits)`.execute(db);
}

export const rateLimitWindows: Migration = { up };
