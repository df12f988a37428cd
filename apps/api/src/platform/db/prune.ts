import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

const BATCH = 1000;
const BATCHES = 100;

/**
 * Removes the rows of a table that a condition names, a thousand a statement and at most a hundred thousand a run: no statement holds
 * others up for long. Rows that somebody has in hand are left for the next run, so several processes may prune at once.
 *
 * @param table or one of its partitions: rows of a partitioned one have no place of their own in it.
 * @param condition about the row `t`; it wants an index.
 * @returns how many rows were removed.
 */
export async function pruneTable(
  db: Db,
  table: keyof Tables | `${keyof Tables}_${string}`,
  condition: RawBuilder<boolean>,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select t.ctid from ${sql.table(table)} t where ${condition} limit ${sql.lit(BATCH)} for update of t skip locked
      ))`.execute(db);
    removed += Number(numAffectedRows);
    if (numAffectedRows < BATCH) break;
  }
  return removed;
}
