import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

/** Rows that may change before a table is looked at anew, and the share of it. Source: autovacuum of PostgreSQL. */
const ROWS = 50;
const SHARE = 0.1;

/** Has the planner know how many rows tables hold. Not for a transaction: it would wait for others who do the same. */
export const analyzeTables = (db: Db, tables: readonly (keyof Tables)[]) =>
  sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);

/**
 * The same for every table that has changed much since. A server of PostgreSQL does it by itself within a minute; the embedded one never
 * does, and plans every join as though there were one row.
 *
 * @returns the tables looked at.
 */
export async function analyzeStaleTables(db: Db): Promise<string[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: keyof Tables }>`
    select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > ${ROWS} + ${SHARE} * greatest(c.reltuples, 0)
    order by 1`.execute(db);
  const names = rows.map(({ name }) => name);
  // One by one: whoever asks something meanwhile waits for one of them.
  for (const name of names) await analyzeTables(db, [name]);
  return names;
}
