import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Imports that can be undone, and the counts of their rows, which lists read. */
async function up(db: Kysely<unknown>) {
  await sql`alter table imports add column counts jsonb`.execute(db);
  await sql`
    create index import_rows_object on import_rows (organization_id, object_id)
    where object_id is not null and state in ('created', 'undone')`.execute(db);
  // Each new client looks for the sales that wait for it.
  for (const column of ['phone', 'email_key', 'inn', 'client_external_id'])
    await sql`
      create index ${sql.id(`waiting_sales_${column}`)} on waiting_sales (organization_id, ${sql.id(column)})
      where status = 'waiting' and ${sql.id(column)} <> ''`.execute(db);
}

export const importUndo: Migration = { up };
