import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Support address of an organization: a mailto, tel or https link, or empty. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table organizations add column support_url text not null default ''
    check (char_length(support_url) <= 500)`.execute(db);
}

export const supportAddress: Migration = { up };
