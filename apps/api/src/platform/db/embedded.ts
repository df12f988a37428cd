import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { type DialectAdapter, Kysely, sql } from 'kysely';
import { diskOf } from '../folder/disk.ts';
import { closeToOthers } from '../folder/private-folder.ts';
import type { Db } from './db.ts';
import { EmbeddedDialect, type PgliteClient } from './embedded-dialect.ts';
import { isDiskFull } from './outage.ts';
import type { Tables } from './tables.ts';
import { findDamagedPage } from './verify-checksums.ts';
import { WriteBarrier } from './write-barrier.ts';

/** Of PostgreSQL, as PGlite has it. */
const VERSION = '18';

/**
 * Every start fills them with zeros, which for the 160 MB that PGlite takes is a tenth of it. Of tables that do not fit, the system has the
 * pages in memory: lists of 100,000 leads take as long with either.
 */
const BUFFERS = ['-c', 'shared_buffers=32MB'];

/** Reads `bigint` as a number at any size, as `openPostgres` does. PGlite would read what exceeds 2^53 as a BigInt. */
export const EMBEDDED_PARSERS = { [types.INT8]: Number };

/**
 * PGlite that is over once PostgreSQL has panicked, as it does when its log cannot be written: asked anything after that, PGlite would
 * turn in circles and let nobody else have the processor.
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

  override async execProtocolStream(...given: Parameters<PGlite['execProtocolStream']>) {
    try {
      return await super.execProtocolStream(...given);
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

/** By what Kysely knows a database by, however many objects stand for it. */
const stillnesses = new WeakMap<DialectAdapter, WriteBarrier>();

/** An embedded database. It has one connection: inside a transaction, queries outside it wait for its end. */
export function embedded(asked: PgliteClient): Db {
  const stillness = new WriteBarrier();
  const db = new Kysely<Tables>({ dialect: new EmbeddedDialect(stillness.over(asked)) });
  stillnesses.set(db.getExecutor().adapter, stillness);
  return db;
}

/** Stillness of an embedded database; `undefined` for a server. */
export const writeBarrierOf = (db: Db) => stillnesses.get(db.getExecutor().adapter);

/**
 * An embedded database kept in `folder`, made there at first, for its owner alone. One process at a time: see `lockFolder`.
 *
 * @param onPanic told when the database has stopped for good: the process is to end, and its next start recovers all that was answered.
 * @throws Error with a Russian sentence when the folder is damaged, or the disk full.
 */
export async function openEmbedded(folder: string, onPanic: (error: Error) => void): Promise<Db> {
  const place = resolve(folder);
  if (!existsSync(place)) await make(place, onPanic);
  closeToOthers(place);
  checkVersion(place);
  const db = embedded(await open({ dataDir: place }, onPanic));
  // PGlite gives some files that it makes to everybody, whatever the process's mask.
  closeToOthers(place);
  // After the opening: what a process that was killed has left half written is mended by then.
  const damaged = (await hasChecksums(db)) ? findDamagedPage(place) : undefined;
  if (damaged === undefined) return db;
  await db.destroy();
  throw damagedFolder(place, damaged);
}

async function make(place: string, onPanic: (error: Error) => void) {
  // Made aside: half a database, left by a process that was killed, would never open.
  const draft = `${place}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const made = await open({ dataDir: draft, initDbStartParams: ['--data-checksums'] }, onPanic);
  await made.close();
  renameSync(draft, place);
}

async function open(options: PGliteOptions & { dataDir: string }, onPanic: (error: Error) => void) {
  const { dataDir: place } = options;
  try {
    const startParams = [...PGlite.defaultStartParams, ...BUFFERS];
    const pglite = new EmbeddedPostgres({ ...options, startParams }, onPanic);
    await pglite.waitReady;
    return pglite;
  } catch (cause) {
    if (isDiskFull(cause) || isFull(place)) throw diskFull(place, cause);
    throw damagedFolder(place, String(cause), cause);
  }
}

/** Without this PGlite would make an empty database over what is left of one. */
function checkVersion(place: string) {
  let version: string;
  try {
    version = readFileSync(join(place, 'PG_VERSION'), 'utf8').trim();
  } catch (cause) {
    throw damagedFolder(place, 'нет файла PG_VERSION', cause);
  }
  if (version !== VERSION)
    throw damagedFolder(place, `PG_VERSION называет версию «${version.slice(0, 20)}», а нужна ${VERSION}`);
}

async function hasChecksums(db: Db): Promise<boolean> {
  const { rows } = await sql<{ data_checksums: string }>`show data_checksums`.execute(db);
  return rows[0]?.data_checksums === 'on';
}

/** PGlite does not tell why it does not start. */
const isFull = (place: string) => diskOf(dirname(place))().freeMib < 1;

const diskFull = (place: string, cause: unknown) =>
  new Error(`На диске с папкой ${place} закончилось место. Освободите его и запустите сервер снова.`, {
    cause,
  });

/** Message to the operator about a folder that does not open as it should. */
export const damagedFolder = (place: string, what: string, cause?: unknown) =>
  new Error(
    `База данных в папке ${place} повреждена: ${what}.\nНичего в ней не меняйте. Сделайте копию папки и восстановите последнюю ` +
      'резервную копию: «Backup and restore» в apps/api/README.md. Чтобы начать с пустой базы, укажите другую папку в DATA_DIR.',
    { cause },
  );
