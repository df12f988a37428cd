import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { type DialectAdapter, Kysely, sql } from 'kysely';
import { createDiskReader } from '../folder/disk.ts';
import { closeToOthers } from '../folder/private-folder.ts';
import type { Db } from './db.ts';
import { EmbeddedDialect, type PgliteClient } from './embedded-dialect.ts';
import { isDiskFull } from './outage.ts';
import type { Tables } from './tables.ts';
import { findDamagedPage } from './verify-checksums.ts';
import { WriteBarrier } from './write-barrier.ts';

/** Version of PostgreSQL in PGlite. */
const VERSION = '18';

/**
 * Every start fills the buffers with zeros. With the default of 160 MB that takes a tenth of the start. The cache of the operating system
 * holds the pages of larger tables: lists of 100,000 leads take the same time with both sizes.
 */
const BUFFERS = ['-c', 'shared_buffers=32MB'];

/** Reads every `bigint` as a number, as `openPostgres` does. By default PGlite returns a BigInt above 2^53. */
export const EMBEDDED_PARSERS = { [types.INT8]: Number };

/**
 * PGlite that rejects all queries after a PostgreSQL panic, for example when the write-ahead log cannot be written. Without this, PGlite
 * runs an endless loop that blocks the process.
 */
export class EmbeddedPostgres extends PGlite {
  readonly #onPanic: (error: Error) => void;
  #panic: Error | undefined;

  constructor(options: PGliteOptions, onPanic: (error: Error) => void) {
    super({ parsers: EMBEDDED_PARSERS, ...options });
    this.#onPanic = onPanic;
  }

  override execProtocolRawSync(message: Uint8Array) {
    if (this.#panic !== undefined) throw this.#panic;
    return super.execProtocolRawSync(message);
  }

  override async execProtocolStream(...args: Parameters<PGlite['execProtocolStream']>) {
    try {
      return await super.execProtocolStream(...args);
    } catch (error) {
      if (
        this.#panic === undefined &&
        error instanceof Error &&
        'severity' in error &&
        error.severity === 'PANIC'
      ) {
        this.#panic = error;
        this.#onPanic(error);
      }
      throw error;
    }
  }

  override async close() {
    if (this.#panic === undefined) await super.close();
  }
}

/** Write barriers by the adapter, which identifies a database in Kysely. */
const barriers = new WeakMap<DialectAdapter, WriteBarrier>();

/** Creates an embedded database. It has one connection: queries outside a transaction wait for its end. */
export function embedded(client: PgliteClient): Db {
  const barrier = new WriteBarrier();
  const db = new Kysely<Tables>({ dialect: new EmbeddedDialect(barrier.wrap(client)) });
  barriers.set(db.getExecutor().adapter, barrier);
  return db;
}

/** Returns the write barrier of an embedded database; `undefined` for a PostgreSQL server. */
export const getWriteBarrier = (db: Db) => barriers.get(db.getExecutor().adapter);

/**
 * Opens the embedded database in `folder`, and creates it when it is missing. Only the owner can read the files. One process at a time: see
 * `lockFolder`.
 *
 * @param onPanic called when the database has stopped. The process must end; the next start recovers all committed data.
 * @throws Error with a Russian sentence when the folder is damaged or the disk is full.
 */
export async function openEmbedded(folder: string, onPanic: (error: Error) => void): Promise<Db> {
  const path = resolve(folder);
  if (!existsSync(path)) await create(path, onPanic);
  closeToOthers(path);
  checkVersion(path);
  const db = embedded(await open({ dataDir: path }, onPanic));
  // PGlite creates some files that other users can read, regardless of the umask.
  closeToOthers(path);
  // After the open, because recovery repairs the pages that a killed process has written partially.
  const damaged = (await hasChecksums(db)) ? findDamagedPage(path) : undefined;
  if (damaged === undefined) return db;
  await db.destroy();
  throw createDamagedFolderError(path, damaged);
}

async function create(path: string, onPanic: (error: Error) => void) {
  // Created under another name: a partial database left by a killed process cannot be opened.
  const draft = `${path}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const database = await open({ dataDir: draft, initDbStartParams: ['--data-checksums'] }, onPanic);
  await database.close();
  renameSync(draft, path);
}

async function open(options: PGliteOptions & { dataDir: string }, onPanic: (error: Error) => void) {
  const { dataDir: path } = options;
  try {
    const startParams = [...PGlite.defaultStartParams, ...BUFFERS];
    const pglite = new EmbeddedPostgres({ ...options, startParams }, onPanic);
    await pglite.waitReady;
    return pglite;
  } catch (cause) {
    if (isDiskFull(cause) || isFull(path)) throw diskFull(path, cause);
    throw createDamagedFolderError(path, String(cause), cause);
  }
}

/**
 * @throws Error when the version file is missing or has another version. Without this check, PGlite creates an empty database over the
 * remaining files.
 */
function checkVersion(path: string) {
  let version: string;
  try {
    version = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim();
  } catch (cause) {
    throw createDamagedFolderError(path, 'нет файла PG_VERSION', cause);
  }
  if (version !== VERSION)
    throw createDamagedFolderError(
      path,
      `PG_VERSION называет версию «${version.slice(0, 20)}», а нужна ${VERSION}`,
    );
}

async function hasChecksums(db: Db): Promise<boolean> {
  const { rows } = await sql<{ data_checksums: string }>`show data_checksums`.execute(db);
  return rows[0]?.data_checksums === 'on';
}

/** PGlite does not report why it fails to start, so a disk without free space is assumed to be the cause. */
const isFull = (path: string) => createDiskReader(dirname(path))().freeMib < 1;

const diskFull = (path: string, cause: unknown) =>
  new Error(`На диске с папкой ${path} закончилось место. Освободите его и запустите сервер снова.`, {
    cause,
  });

/** Returns the error for the operator about a damaged data folder. */
export const createDamagedFolderError = (path: string, what: string, cause?: unknown) =>
  new Error(
    `База данных в папке ${path} повреждена: ${what}.\nНичего в ней не меняйте. Сделайте копию папки и восстановите последнюю ` +
      'резервную копию: «Back up and restore» в docs/operations.md. Чтобы начать с пустой базы, укажите другую папку в DATA_DIR.',
    { cause },
  );
