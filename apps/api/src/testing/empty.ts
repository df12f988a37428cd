import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** SQL: the tables of a query, and all tables that refer to them. */
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
 * Deletes the rows of some tables and of all tables that refer to them. Default: all tables. Takes a tenth of the time of `truncate`, which
 * creates new files for every table and index.
 */
export async function emptyTables(db: Db, tables?: readonly string[]): Promise<void> {
  const roots = tables === undefined ? ALL : `select unnest('{${tables.join(',')}}'::regclass[])`;
  await sql`do ${sql.lit(`
    declare
      reached regclass;
    begin
      -- Skips foreign key checks and triggers: all referring rows are deleted too.
      set local session_replication_role = replica;
      for reached in ${reaching(roots)} loop
        execute format('delete from %s', reached);
      end loop;
    end
  `)}`.execute(db);
}
