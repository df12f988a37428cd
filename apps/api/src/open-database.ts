import { join } from 'node:path';
import type { Config } from './config.ts';
import { migrations } from './migrations/index.ts';
import { type Db, openEmbedded, openPostgres } from './platform/db.ts';
import { lockFolder } from './platform/folder-lock.ts';
import { migrate } from './platform/migrate.ts';

export type OpenDatabase = { db: Db; close: () => Promise<void> };

/**
 * The database of the configuration with the latest schema: PostgreSQL when its address is given, else one embedded in this process.
 *
 * @throws Error with a Russian sentence when the folder of the embedded one is in use.
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  onIdleError: (error: Error) => void,
): Promise<OpenDatabase> {
  if (DATABASE_URL !== undefined) {
    const db = openPostgres(DATABASE_URL, onIdleError);
    await migrate(db, migrations);
    return { db, close: () => db.destroy() };
  }
  const lock = lockFolder(DATA_DIR);
  const db = await openEmbedded(join(DATA_DIR, 'database'));
  await migrate(db, migrations);
  return {
    db,
    async close() {
      await db.destroy();
      lock.release();
    },
  };
}
