import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Tables that a query finds, and all that refer to them. */
const reaching = (roots: string) => `
  with recursive tables as (
    select oid from (${roots}) as roots (oid)
    union
    select conrelid from pg_constraint join tables on confrelid = tables.oid where contype = 'f'
  )
  select oid::regclass from tables`;

const ALL = `
  select oid from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`;

/**
 * Deletes the rows of some tables and of all that refer to them, or of all there are. A tenth of the work of `truncate`,
 * which makes the files of every table and index anew, however few rows there are.
 */
export async function emptyTables(db: Db, tables?: readonly string[]): Promise<void> {
  const roots = tables === undefined ? ALL : `select unnest('{${tables.join(',')}}'::regclass[])`;
  await sql`do ${sql.lit(`
    declare
      reached regclass;
    begin
      -- No key is checked, and no trigger fires: whatever refers to a row goes with it.
      set local session_replication_role = replica;
      for reached in ${reaching(roots)} loop
        execute format('delete from %s', reached);
      end loop;
    end
  `)}`.execute(db);
}
