import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Text of the privacy policy, published at /policy/{organization}. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table organizations add column privacy_policy text not null default ''
    check (char_length(privacy_policy) <= 15000)`.execute(db);
}

export const privacyPolicy: Migration = { up };
