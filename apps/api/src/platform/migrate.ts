import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';

/**
 * Brings the database to the latest schema, under a lock that other processes wait for.
 *
 * @throws the first migration's error; what it did is rolled back.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
