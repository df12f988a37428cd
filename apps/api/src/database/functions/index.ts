import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type QueryExecutorProvider, sql } from 'kysely';

/** The migration after which the tables fit the files. */
export const NEWEST = '0102-opening-balances';

/** Runs the triggers that wait for the commit: dropping a trigger discards its waiting events without an error. */
export async function runDeferredTriggers(db: QueryExecutorProvider) {
  await sql`set constraints all immediate`.execute(db);
  await sql`set constraints all deferred`.execute(db);
}

/**
 * Creates or replaces all functions and triggers from the files of this folder, in one transaction with the migration that calls it.
 *
 * After a change of a file, a new migration calls this, and becomes `NEWEST`. Earlier migrations then leave the files to it, because the
 * files need its tables. A migration drops the functions that no longer have a file.
 *
 * @param migration name of the calling migration.
 */
export async function applyFunctions(db: QueryExecutorProvider, migration: string) {
  if (migration !== NEWEST) return;
  await runDeferredTriggers(db);
  for (const name of readdirSync(import.meta.dirname).sort()) {
    if (!name.endsWith('.sql')) continue;
    const statements = readFileSync(join(import.meta.dirname, name), 'utf8');
    // The embedded database runs one statement per query.
    await sql`do ${sql.lit(`begin execute $file$${statements}$file$; end`)}`.execute(db);
  }
}
