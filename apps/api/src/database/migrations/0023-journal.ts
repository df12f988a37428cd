import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes by time on both histories, for the journal. */
async function up(db: Kysely<unknown>) {
  for (const table of ['audit_entries', 'lead_events'])
    await sql`create index ${sql.id(`${table}_at`)} on ${sql.id(table)} (organization_id, at, id)`.execute(
      db,
    );
}

export const journal: Migration = { up };
