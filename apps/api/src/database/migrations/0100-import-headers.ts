import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rows of a file above its header, so that another header can be chosen. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table import_rows drop constraint import_rows_state_check,
      add constraint import_rows_state_check check (
        state in ('above', 'waiting', 'created', 'changed', 'skipped', 'refused', 'undone'))`.execute(db);
}

export const importHeaders: Migration = { up };
