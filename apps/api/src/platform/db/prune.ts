import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

const BATCH = 1000;
const BATCHES = 100;

/**
 * Deletes the rows that match a condition: 1,000 per statement, so that locks are short, and at most 100,000 per run. Skips locked rows, so
 * several processes may prune at once.
 *
 * @param table a table or a partition. A partitioned table does not work: its `ctid` is not unique.
 * @param condition on the row `t`; it needs an index.
 * @returns the number of deleted rows.
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
