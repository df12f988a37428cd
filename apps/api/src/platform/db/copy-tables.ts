import { sql } from 'kysely';
import type { Db } from './db.ts';

const BATCH = 1000;

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Copies every row of every table into an empty database of the same schema, in one transaction there.
 *
 * @returns how many rows were copied.
 * @throws Error with a Russian sentence when something is in the other database already; then nothing has been changed.
 */
export const copyTables = (from: Db, to: Db): Promise<number> =>
  from.transaction().execute((source) =>
    to.transaction().execute(async (target) => {
      await sql`set local statement_timeout = 0`.execute(target);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(target);
      const tables = await tablesOf(target);
      for (const table of tables) await checkEmpty(target, table);

      // Rows may point at each other in a circle: what they promise is checked when all of them are there.
      const keys = await foreignKeysOf(target);
      for (const { table, name } of keys)
        await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(target);
      let copied = 0;
      for (const table of tables) copied += await copyTable(source, target, table);
      for (const { table, name, definition } of keys) {
        await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
          target,
        );
      }
      return copied;
    }),
  );

/** All tables but those that say which migrations have run. */
async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname !~ '^kysely_'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function foreignKeysOf(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return rows;
}

async function checkEmpty(db: Db, table: string) {
  const { rows } = await sql`select from ${sql.id(table)} limit 1`.execute(db);
  if (rows.length > 0) throw new Error(`В базе данных уже есть записи: таблица ${table}. Укажите пустую.`);
}

/** Columns of a table that are not derived from others: a database computes those itself. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  return rows.map(({ name }) => name);
}

/** Rows travel as JSON text that only databases read: times keep their microseconds, amounts all their digits. */
async function copyTable(source: Db, target: Db, table: string): Promise<number> {
  const [name, cursor] = [sql.id(table), sql.id(`copy_${table}`)];
  const columns = sql.join((await columnsOf(target, table)).map((column) => sql.id(column)));
  await sql`alter table ${name} disable trigger user`.execute(target);
  await sql`declare ${cursor} cursor for select to_jsonb(t)::text as row from ${name} t`.execute(source);
  let copied = 0;
  for (;;) {
    const fetched = await sql<{ row: string }>`fetch ${sql.raw(String(BATCH))} from ${cursor}`.execute(
      source,
    );
    if (fetched.rows.length === 0) break;
    const batch = `[${fetched.rows.map(({ row }) => row).join()}]`;
    await sql`
      insert into ${name} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${name}, ${batch}::jsonb)`.execute(target);
    copied += fetched.rows.length;
  }
  await sql`alter table ${name} enable trigger user`.execute(target);
  return copied;
}
