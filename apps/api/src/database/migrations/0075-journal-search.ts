import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** The function that extends the chain of the journal finds each entry by its id. */
async function up(db: Kysely<unknown>) {
  await applyFunctions(db, '0075-journal-search');
}

export const journalSearch: Migration = { up };
