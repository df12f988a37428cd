import { sql } from 'kysely';
import type { Db } from './db.ts';

const BATCH = 1000;

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Copies all rows of all tables into an empty database with the same schema, in one transaction of the target.
 *
 * @returns the number of copied rows.
 * @throws Error with a Russian sentence when the target is not empty. Nothing is changed then.
 */
export const copyTables = (from: Db, to: Db): Promise<number> =>
  from.transaction().execute((source) =>
    to.transaction().execute(async (target) => {
      await sql`set local statement_timeout = 0`.execute(target);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(target);
      const tables = await listTables(target);
      for (const table of tables) await checkEmpty(target, table);

      // Foreign keys may be circular, so they are dropped and added again after all rows are copied.
      const keys = await listForeignKeys(target);
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

/** Returns all tables except those of the migrations. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname !~ '^kysely_'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select relation.relname as table, foreign_key.conname as name, pg_get_constraintdef(foreign_key.oid) as definition
    from pg_constraint foreign_key join pg_class relation on relation.oid = foreign_key.conrelid
    where foreign_key.contype = 'f' and foreign_key.conparentid = 0
      and relation.relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}

async function checkEmpty(db: Db, table: string) {
  const { rows } = await sql`select from ${sql.id(table)} limit 1`.execute(db);
  if (rows.length > 0) throw new Error(`В базе данных уже есть записи: таблица ${table}. Укажите пустую.`);
}

/** Returns the columns that are not generated. The database computes generated columns itself. */
async function listColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  return rows.map(({ name }) => name);
}

/** Copies rows as JSON text that Node does not parse, so times keep their microseconds and numbers all their digits. */
async function copyTable(source: Db, target: Db, table: string): Promise<number> {
  const [name, cursor] = [sql.id(table), sql.id(`copy_${table}`)];
  const columns = sql.join((await listColumns(target, table)).map((column) => sql.id(column)));
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
