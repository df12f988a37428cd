import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Final payments of blocked and archived partners, and an index of payments by the day of payment. */
async function up(db: Kysely<unknown>) {
  await sql`alter table payments add column is_final boolean not null default false`.execute(db);
  await sql`create index payments_paid_on on payments (organization_id, paid_on) where status = 'paid'`.execute(
    db,
  );
}

export const finalPayments: Migration = { up };
