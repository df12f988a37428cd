import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';

/**
 * Brings the database to the latest schema, under a lock that other processes wait for.
 *
 * @throws the first migration's error; what it did is rolled back.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>) {
  const { error } = await db.connection().execute(async (connection) => {
    // What requests may not, a migration may: a table of millions takes longer than they are given, and so does waiting for the lock.
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
