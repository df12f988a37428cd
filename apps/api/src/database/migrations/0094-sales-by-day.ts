import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The last sale of an attachment is read from an index. */
async function up(db: Kysely<unknown>) {
  await sql`drop index sales_attachment`.execute(db);
  await sql`
    create index sales_attachment on sales (organization_id, attachment_id, paid_on)
    where attachment_id is not null`.execute(db);
}

export const salesByDay: Migration = { up };
