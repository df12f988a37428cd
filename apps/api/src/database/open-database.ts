import { join } from 'node:path';
import { createPool, type Db, overPool } from '../platform/db/db.ts';
import { createDamagedFolderError, openEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { isDamage, isDatabaseOutage, isDiskFull } from '../platform/db/outage.ts';
import { createReads, type ReadOutcome, type Reads, routedPool } from '../platform/db/replica.ts';
import { type FolderLock, lockFolder } from '../platform/folder/folder-lock.ts';
import { claimFolder, closeToOthers } from '../platform/folder/private-folder.ts';
import type { PoolState } from '../platform/metrics/watch.ts';
import { migrations } from './migrations/index.ts';

export type OpenDatabase = {
  db: Db;
  close: () => Promise<void>;
  /** State of the connection pool. Undefined for the embedded database. */
  pool?: () => PoolState;
  /** Selects the database for lists, when there is a replica. */
  reads?: Reads;
};

export type DatabaseSettings = {
  /** Address of PostgreSQL. Undefined: the embedded database in `DATA_DIR`. */
  DATABASE_URL?: string | undefined;
  DATABASE_REPLICA_URL?: string | undefined;
  DATA_DIR: string;
};

/** Opens the configured database and migrates it to the latest schema. @throws as `connectDatabase` does, and for a newer schema. */
export async function openDatabase(
  settings: DatabaseSettings,
  onLostConnection: (error: Error) => void,
  onRead?: (outcome: ReadOutcome) => void,
): Promise<OpenDatabase> {
  const database = await connectDatabase(settings, onLostConnection, onRead);
  const location =
    settings.DATABASE_URL === undefined ? join(settings.DATA_DIR, DATABASE_FOLDER) : 'PostgreSQL';
  return migrated(database, location);
}

/** Folder of the embedded database in `DATA_DIR`. */
const DATABASE_FOLDER = 'database';

/**
 * Opens the configured database with the schema it has: PostgreSQL when an address is configured, otherwise the embedded database.
 *
 * @throws Error with a Russian sentence when the folder is in use, or when the database does not respond or refuses the connection.
 */
export async function connectDatabase(
  { DATABASE_URL, DATABASE_REPLICA_URL, DATA_DIR }: DatabaseSettings,
  onLostConnection: (error: Error) => void,
  onRead?: (outcome: ReadOutcome) => void,
): Promise<OpenDatabase> {
  if (DATABASE_URL !== undefined) {
    const pool = createPool(DATABASE_URL, onLostConnection);
    const state = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
    const replica =
      DATABASE_REPLICA_URL &&
      createPool(DATABASE_REPLICA_URL, onLostConnection, { connectionTimeoutMillis: 1000 });
    const db = overPool(replica ? routedPool(pool, replica) : pool);
    const reads = replica ? { reads: createReads(pool, replica, { onRead }) } : {};
    return { db, close: () => db.destroy(), pool: state, ...reads };
  }
  claimFolder(DATA_DIR);
  for (const name of ['lock', 'lock-journal', 'lock.pid']) closeToOthers(join(DATA_DIR, name));
  const lock = await lockFolder(DATA_DIR);
  const folder = join(DATA_DIR, DATABASE_FOLDER);
  const db = await openLocked(folder, lock);
  const close = async () => {
    await db.destroy();
    closeToOthers(folder);
    lock.release();
  };
  return { db, close };
}

async function openLocked(folder: string, lock: FolderLock): Promise<Db> {
  try {
    return await openEmbedded(folder, endProcess);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Ends the process after a panic of the embedded database. The next start recovers the data. */
function endProcess(error: Error): never {
  const reason = isDiskFull(error) ? 'на диске закончилось место' : error.message;
  process.stderr.write(
    `Встроенная база данных остановилась: ${reason}.\nВсе, на что сервер ответил, сохранено. ` +
      'Устраните причину и запустите сервер снова.\n',
  );
  process.exit(1);
}

async function migrated(database: OpenDatabase, location: string): Promise<OpenDatabase> {
  try {
    await migrate(database.db, migrations);
    return database;
  } catch (cause) {
    await database.close();
    if (isDamage(cause)) throw createDamagedFolderError(location, String(cause), cause);
    throw new Error(describeProblem(cause), { cause });
  }
}

/** PostgreSQL's codes for a refused user, password or database name. */
const REFUSED = /^(28...|3D000)$/;
/** PostgreSQL's code for a missing privilege. */
const NO_PRIVILEGE = '42501';

function describeProblem(cause: unknown): string {
  const { code, message = String(cause) } = Object(cause) as { code?: unknown; message?: string };
  if (isDiskFull(cause)) return `На диске базы данных закончилось место: ${message}`;
  if (isDatabaseOutage(cause)) return `База данных по адресу из DATABASE_URL не отвечает: ${message}`;
  if (REFUSED.test(String(code))) return `PostgreSQL по адресу из DATABASE_URL нас не пускает: ${message}`;
  if (code === NO_PRIVILEGE)
    return `Роли из DATABASE_URL не хватает прав. Схему обновляет владелец таблиц: api migrate --app-role ИМЯ с его DATABASE_URL. (${message})`;
  if (/^corrupted migrations/.test(message)) {
    return `База данных создана более новой версией программы. Запустите ее или укажите другую базу данных. (${message})`;
  }
  return `Не удалось подготовить базу данных: ${message}`;
}
