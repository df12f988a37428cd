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
 * @throws Error with a Russian sentence when the folder is in use, or the database does not answer, refuses us, or is newer than this program.
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
    throw new Error(problemOf(cause), { cause });
  }
}

/** Codes with which PostgreSQL refuses a user, a password or the name of a database. */
const REFUSED = /^(28...|3D000|42501)$/;

function problemOf(cause: unknown): string {
  const { code, message = String(cause) } = Object(cause) as { code?: unknown; message?: string };
  if (isDatabaseOutage(cause)) return `База данных по адресу из DATABASE_URL не отвечает: ${message}`;
  if (REFUSED.test(String(code))) return `PostgreSQL по адресу из DATABASE_URL нас не пускает: ${message}`;
  if (/^corrupted migrations/.test(message)) {
    return `База данных создана более новой версией программы. Запустите ее или укажите другую базу данных. (${message})`;
  }
  return `Не удалось подготовить базу данных: ${message}`;
}
