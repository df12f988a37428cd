import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { getWriteBarrier } from '../db/embedded.ts';
import type { CompleteList } from '../db/lists/page.ts';
import type { WriteBarrier } from '../db/write-barrier.ts';

const BATCH = 200;
/** Minimum number of rows that the embedded database stores in one statement. It runs no other query meanwhile. */
const PORTION = 5000;
/** A portion may hold 4 MB in memory. */
const MAX_PORTIONS = 20;
/** Up to this number of rows, the file starts only after all rows are stored, so that a failure is still a normal error response. */
const SMALL_TOTAL = 10_000;

/**
 * Result of a query at one moment: the number of rows, and batches of rows that can be read once. The iteration fails when the rows could
 * not be stored.
 */
export type Snapshot<Row> = { total: number; batches: AsyncIterable<Row[]> };

/** Calls `use` with a snapshot, which exists until `use` ends. */
export type ReadSnapshot<Row> = (use: (snapshot: Snapshot<Row>) => Promise<void>) => Promise<void>;

/** Rows that the database stores for the snapshot. */
type StoredRows = {
  total: number;
  /** Resolves to the cursors over the rows, in order, when all rows are stored. */
  stored: Promise<readonly string[]>;
  /** Stops storing further rows. */
  cancel: () => void;
};

/**
 * Reads a query result of any size without holding it in memory and without a long transaction. The rows are counted first. Then the
 * database stores them as of the start of the query, in cursors that exist until `use` ends. The embedded database runs other reads
 * meanwhile and delays writes. A PostgreSQL server uses one connection.
 */
export function withSnapshot<DB, TB extends keyof DB, Found, Row>(
  db: Db,
  list: CompleteList<DB, TB, Found>,
  view: (found: Found) => Row,
): ReadSnapshot<Row> {
  const barrier = getWriteBarrier(db);

  return (use) => {
    const read = async (connection: Db) => {
      const { total, stored, cancel } = await (barrier
        ? storeInPortions(connection, barrier, list)
        : storeAtCommit(connection, list));
      const openCursors = stored.catch((): string[] => []);
      try {
        if (total <= SMALL_TOTAL) await stored;
        await use({ total, batches: batchesOf(connection, stored, view) });
      } finally {
        cancel();
        await close(connection, await openCursors);
      }
    };
    return barrier ? read(db) : db.connection().execute(read);
  };
}

/**
 * Counts the rows and opens a cursor in a short transaction. The commit takes most of the time: it stores the rows. All rows are of one
 * moment, and no open transaction blocks vacuum afterwards.
 */
async function storeAtCommit<DB, TB extends keyof DB, Found>(
  connection: Db,
  { query }: CompleteList<DB, TB, Found>,
): Promise<StoredRows> {
  await sql`begin isolation level repeatable read read only`.execute(connection);
  try {
    const total = await count(connection, query);
    const cursor = await open(connection, query);
    const commit = sql`commit`.execute(connection);
    return { total, stored: commit.then(() => [cursor]), cancel: () => undefined };
  } catch (error) {
    // The rollback fails when the connection is lost. The server then ends the transaction.
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}

/** Stores the rows in portions, with reads of other callers between them. Writes wait. */
async function storeInPortions<DB, TB extends keyof DB, Found>(
  connection: Db,
  barrier: WriteBarrier,
  { query, id }: CompleteList<DB, TB, Found>,
): Promise<StoredRows> {
  const { promise: total, resolve, reject } = Promise.withResolvers<number>();
  const cursors: string[] = [];
  let isWanted = true;
  const store = async () => {
    const rowCount = await count(connection, query);
    resolve(rowCount);
    const portion = Math.max(PORTION, Math.ceil(rowCount / MAX_PORTIONS));
    const keys = await open(connection, query.clearSelect().select(sql`${id}`.as('id')));
    try {
      while (isWanted) {
        await nextTurn();
        const ids = (await fetch<{ id: unknown }>(connection, keys, portion)).map((row) => row.id);
        if (ids.length === 0) break;
        cursors.push(await open(connection, query.where(sql<SqlBool>`${id} = any(${ids})`)));
      }
    } catch (error) {
      await close(connection, cursors);
      throw error;
    } finally {
      await close(connection, [keys]);
    }
    return cursors;
  };
  const stored = barrier.runWithoutWrites(store);
  stored.catch(reject);
  const cancel = () => {
    isWanted = false;
  };
  return { total: await total, stored, cancel };
}

/**
 * Yields the rows in batches and yields to the event loop between them: the embedded database responds without I/O, so otherwise no request
 * would be accepted.
 */
async function* batchesOf<Found, Row>(
  connection: Db,
  stored: StoredRows['stored'],
  view: (found: Found) => Row,
): AsyncGenerator<Row[]> {
  for (const cursor of await stored) {
    for (;;) {
      await nextTurn();
      const batch = await fetch<Found>(connection, cursor, BATCH);
      if (batch.length > 0) yield batch.map(view);
      if (batch.length < BATCH) break;
    }
  }
}

async function count(connection: Db, query: { clearOrderBy: () => Expression<unknown> }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${query.clearOrderBy()}) found`.execute(connection);
  return rows[0]?.count ?? 0;
}

let opened = 0;

async function open(connection: Db, query: Expression<unknown>): Promise<string> {
  opened += 1;
  const cursor = `export_${opened}`;
  await sql`declare ${sql.id(cursor)} no scroll cursor with hold for ${query}`.execute(connection);
  return cursor;
}

async function fetch<Found>(connection: Db, cursor: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`fetch ${sql.lit(limit)} from ${sql.id(cursor)}`.execute(connection);
  return rows;
}

async function close(connection: Db, cursors: readonly string[]) {
  for (const cursor of cursors) await sql`close ${sql.id(cursor)}`.execute(connection);
}
