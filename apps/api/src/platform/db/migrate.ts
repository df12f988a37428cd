import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';

/**
 * Migrates the database to the latest schema. Other processes wait for the lock.
 *
 * @throws the error of the first failed migration, which is rolled back.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>) {
  const { error } = await db.connection().execute(async (connection) => {
    // A migration of millions of rows, or the wait for the lock, may exceed the time limit of requests.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      const provider = { getMigrations: async () => migrations };
      return await new Migrator({ db: connection, provider }).migrateToLatest();
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
  if (error !== undefined) throw error;
}
