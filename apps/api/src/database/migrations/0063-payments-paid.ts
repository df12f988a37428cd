import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops an index with the same rows as `payments_paid`: exactly the paid payments have a day of payment. */
async function up(db: Kysely<unknown>) {
  await sql`drop index payments_paid_on`.execute(db);
}

export const paymentsPaid: Migration = { up };
