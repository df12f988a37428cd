import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The directory of banks of the Bank of Russia. Empty until the operator loads it. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table banks (
      bik text primary key check (bik ~ '^[0-9]{9}$'),
      name text not null,
      city text not null,
      corr_account text not null check (corr_account ~ '^([0-9]{20})?$')
    )`.execute(db);
}

export const banks: Migration = { up };
