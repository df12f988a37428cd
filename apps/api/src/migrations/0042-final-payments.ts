import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A final payment goes to a blocked or archived partner, below the minimum too. */
async function up(db: Kysely<unknown>) {
  await sql`alter table payments add column is_final boolean not null default false`.execute(db);
}

export const finalPayments: Migration = { up };
