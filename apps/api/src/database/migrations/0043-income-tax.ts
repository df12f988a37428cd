import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Start of withholding income tax from payments to individuals. Null for existing organizations: withholding is off. */
async function up(db: Kysely<unknown>) {
  await sql`alter table organizations add column withholds_tax_since timestamptz`.execute(db);
}

export const incomeTax: Migration = { up };
