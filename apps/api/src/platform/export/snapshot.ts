import { setImmediate as othersTurn } from 'node:timers/promises';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { writeBarrierOf } from '../db/embedded.ts';
import type { CompleteList } from '../db/lists/page.ts';
import type { WriteBarrier } from '../db/write-barrier.ts';

const BATCH = 200;
/** Rows that the embedded database puts aside in one go; it answers nobody meanwhile. */
const PORTION = 5000;
/** Each may hold 4 MB in memory. */
const MOST_PORTIONS = 20;
/** Rows up to which a file begins only when they are put aside: until then a failure is an answer like any other. */
const SOON = 10_000;

/** Result of a query at one moment: the number of rows, and the rows in batches, to be read once. They fail when they could not be put aside. */
export type Snapshot<Row> = { total: number; batches: AsyncIterable<Row[]> };

/** Reads a snapshot for as long as `use` takes. */
export type ReadSnapshot<Row> = (use: (snapshot: Snapshot<Row>) => Promise<void>) => Promise<void>;

/** Rows that the database puts aside. */
type Keeping = {
  total: number;
  /** Resolves to the cursors over the rows, in their order, when all are there. */
  kept: Promise<readonly string[]>;
  /** Nobody wants the rows any more. */
  giveUp: () => void;
};

/**
 * Reads what a query finds, however much, without holding it in memory and without a transaction that stays open: the number of rows is
 * known first, then the database puts all of them aside, as they were at the moment of the question, until `use` is through with them. The
 * embedded database answers others meanwhile, but lets nobody change anything; of a server, one connection is taken.
 */
export function withSnapshot<DB, TB extends keyof DB, Found, Row>(
  db: Db,
  list: CompleteList<DB, TB, Found>,
  view: (found: Found) => Row,
): ReadSnapshot<Row> {
  const stillness = writeBarrierOf(db);

  return (use) => {
    const read = async (connection: Db) => {
      const { total, kept, giveUp } = await (stillness
        ? keepInPortions(connection, stillness, list)
        : keepAtCommit(connection, list));
      const over = kept.catch((): string[] => []);
      try {
        if (total <= SOON) await kept;
        await use({ total, batches: batchesOf(connection, kept, view) });
      } finally {
        giveUp();
        await close(connection, await over);
      }
    };
    return stillness ? read(db) : db.connection().execute(read);
  };
}

/**
 * Counts and asks in one short transaction; its commit is what takes long, and puts the rows aside. They are of one moment, and nothing is
 * open afterwards that keeps old rows from being cleared away.
 */
async function keepAtCommit<DB, TB extends keyof DB, Found>(
  connection: Db,
  { query }: CompleteList<DB, TB, Found>,
): Promise<Keeping> {
  await sql`begin isolation level repeatable read read only`.execute(connection);
  try {
    const total = await count(connection, query);
    const cursor = await open(connection, query);
    const commit = sql`commit`.execute(connection);
    return { total, kept: commit.then(() => [cursor]), giveUp: () => undefined };
  } catch (error) {
    // A connection that is lost has no transaction either.
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}

/** Puts the rows aside by portions, others' questions between them; what would change the rows waits. */
async function keepInPortions<DB, TB extends keyof DB, Found>(
  connection: Db,
  stillness: WriteBarrier,
  { query, id }: CompleteList<DB, TB, Found>,
): Promise<Keeping> {
  const { promise: total, resolve, reject } = Promise.withResolvers<number>();
  const cursors: string[] = [];
  let isWanted = true;
  const keep = async () => {
    const found = await count(connection, query);
    resolve(found);
    const portion = Math.max(PORTION, Math.ceil(found / MOST_PORTIONS));
    const keys = await open(connection, query.clearSelect().select(sql`${id}`.as('id')));
    try {
      while (isWanted) {
        await othersTurn();
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
  const kept = stillness.keep(keep);
  kept.catch(reject);
  const giveUp = () => {
    isWanted = false;
  };
  return { total: await total, kept, giveUp };
}

/** The embedded database answers before anybody else has had a turn: without one between two batches, no request would come in. */
async function* batchesOf<Found, Row>(
  connection: Db,
  kept: Keeping['kept'],
  view: (found: Found) => Row,
): AsyncGenerator<Row[]> {
  for (const cursor of await kept) {
    for (;;) {
      await othersTurn();
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

async function fetch<Found>(connection: Db, cursor: string, most: number): Promise<Found[]> {
  const { rows } = await sql<Found>`fetch ${sql.lit(most)} from ${sql.id(cursor)}`.execute(connection);
  return rows;
}

async function close(connection: Db, cursors: readonly string[]) {
  for (const cursor of cursors) await sql`close ${sql.id(cursor)}`.execute(connection);
}
