import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether an organization withholds income tax from payments to physical persons. Off: it has not said so yet. */
async function up(db: Kysely<unknown>) {
  await sql`alter table organizations add column withholds_tax_since timestamptz`.execute(db);
}

export const incomeTax: Migration = { up };
