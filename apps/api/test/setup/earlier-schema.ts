import { sql } from 'kysely';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';

/** Removes everything from a database, the schema included. */
export async function dropSchema(db: Db) {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
}

/** Replaces the content of a database by the empty schema before a migration. */
export async function createSchemaBefore(db: Db, migration: string) {
  await dropSchema(db);
  const all = Object.entries(migrations);
  const end = all.findIndex(([name]) => name === migration);
  if (end === -1) throw new Error(`There is no migration ${migration}.`);
  await migrate(db, Object.fromEntries(all.slice(0, end)));
}
