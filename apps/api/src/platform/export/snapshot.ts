import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';

const BATCH = 1000;

/** Result of a query at one moment: the number of rows, and the rows in batches, to be read once. */
export type Snapshot<Row> = { total: number; batches: AsyncIterable<Row[]> };

/** Reads a snapshot for as long as `use` takes. */
export type ReadSnapshot<Row> = (use: (snapshot: Snapshot<Row>) => Promise<void>) => Promise<void>;

let opened = 0;

/**
 * Reads what a query finds, however much, without holding it in memory and without a transaction that stays open: the database keeps
 * the whole result, as it was at the moment of the question, until `use` is through with it. The embedded database answers others
 * between two batches; of a server, one connection is taken meanwhile.
 */
export function withSnapshot<DB, TB extends keyof DB, Found, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Found>,
  view: (found: Found) => Row,
): ReadSnapshot<Row> {
  const counted = query.select(sql<number>`count(*) over ()::int`.as('total_rows'));
  const { supportsMultipleConnections } = db.getExecutor().adapter;

  return (use) => {
    opened += 1;
    const cursor = sql.id(`export_${opened}`);
    const read = async (connection: Db) => {
      const next = async () =>
        (
          await sql<Found & { total_rows: number }>`fetch ${sql.lit(BATCH)} from ${cursor}`.execute(
            connection,
          )
        ).rows;
      await sql`declare ${cursor} no scroll cursor with hold for ${counted}`.execute(connection);
      try {
        const first = await next();
        await use({ total: first[0]?.total_rows ?? 0, batches: batchesOf(first, next, view) });
      } finally {
        await sql`close ${cursor}`.execute(connection);
      }
    };
    return supportsMultipleConnections ? db.connection().execute(read) : read(db);
  };
}

async function* batchesOf<Found, Row>(
  first: Found[],
  next: () => Promise<Found[]>,
  view: (found: Found) => Row,
) {
  for (let batch = first; batch.length > 0; batch = await next()) yield batch.map(view);
}
