import { join } from 'node:path';
import type { Config } from './config.ts';
import { migrations } from './migrations/index.ts';
import { type Db, openEmbedded, openPostgres } from './platform/db.ts';
import { lockFolder } from './platform/folder-lock.ts';
import { migrate } from './platform/migrate.ts';
import { isDatabaseOutage } from './platform/outage.ts';

export type OpenDatabase = { db: Db; close: () => Promise<void> };

/**
 * The database of the configuration with the latest schema: PostgreSQL when its address is given, else one embedded in this process.
 *
 * @throws Error with a Russian sentence when the folder is in use or the server does not answer.
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  onLostConnection: (error: Error) => void,
): Promise<OpenDatabase> {
  if (DATABASE_URL !== undefined) {
    const db = openPostgres(DATABASE_URL, onLostConnection);
    return migrated({ db, close: () => db.destroy() });
  }
  const lock = lockFolder(DATA_DIR);
  const db = await openEmbedded(join(DATA_DIR, 'database'));
  return migrated({
    db,
    async close() {
      await db.destroy();
      lock.release();
    },
  });
}

async function migrated(database: OpenDatabase): Promise<OpenDatabase> {
  try {
    await migrate(database.db, migrations);
    return database;
  } catch (cause) {
    await database.close();
    if (!isDatabaseOutage(cause)) throw cause;
    throw new Error(`База данных по адресу из DATABASE_URL не отвечает: ${String(cause)}`, { cause });
  }
}
