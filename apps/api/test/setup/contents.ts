import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** Returns the row count and a digest of every table, and the definitions of all constraints and triggers. */
export const readContents = (db: Db) =>
  db.transaction().execute(async (trx) => {
    await sql`set local time zone 'UTC'`.execute(trx);
    return { contents: await tablesOf(trx), rules: await rulesOf(trx) };
  });

async function tablesOf(db: Db) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'kysely_migration'
    order by 1`.execute(db);
  const contents: Record<string, { rows: number; digest: string | null } | undefined> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number; digest: string | null }>`
      select count(*)::int as rows, md5(string_agg(row, ',' order by row collate "C")) as digest
      from (select to_jsonb(t)::text as row from ${sql.id(name)} t) as all_rows`.execute(db);
    contents[name] = rows[0];
  }
  return contents;
}

async function rulesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ rule: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule
    from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
    union all
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal`.execute(
    db,
  );
  return rows.map(({ rule }) => rule).sort();
}
