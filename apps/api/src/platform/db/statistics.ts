import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

/** Thresholds for a new analysis of a table: changed rows, plus a share of all rows. Source: autovacuum of PostgreSQL. */
const ROWS = 50;
const SHARE = 0.1;

/** Updates the planner statistics of tables. Do not call it in a transaction: it waits for other analyses. */
export const analyzeTables = (db: Db, tables: readonly (keyof Tables)[]) =>
  sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);

/**
 * Updates the planner statistics of every table that has changed much since its last analysis. A PostgreSQL server does this within a
 * minute. The embedded database never does, and plans every join for a single row.
 *
 * @returns the names of the analyzed tables.
 */
export async function analyzeStaleTables(db: Db): Promise<string[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: keyof Tables }>`
    select counters.relname as name from pg_stat_user_tables counters join pg_class relation on relation.oid = counters.relid
    where counters.schemaname = 'public'
      and counters.n_mod_since_analyze > ${ROWS} + ${SHARE} * greatest(relation.reltuples, 0)
    order by 1`.execute(db);
  const names = rows.map(({ name }) => name);
  // One at a time: a concurrent query then waits for a single table.
  for (const name of names) await analyzeTables(db, [name]);
  return names;
}
