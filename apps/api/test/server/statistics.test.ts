import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { embedded } from '../../src/platform/db/embedded.ts';
import { analyzeStaleTables } from '../../src/platform/db/statistics.ts';

const db = embedded(await PGlite.create());
afterAll(() => db.destroy());

const add = (rows: number) => sql`insert into large select generate_series(1, ${rows}::int)`.execute(db);
const known = async () => {
  const { rows } = await sql<{ rows: number }>`
    select reltuples::int as rows from pg_class where relname = 'large'`.execute(db);
  return rows[0]?.rows;
};

test('the embedded database analyzes a table after enough of its rows change', async () => {
  await sql`create table large (a int)`.execute(db);
  await sql`create table small (a int)`.execute(db);
  await add(500);
  await sql`insert into small values (1)`.execute(db);
  expect(await known()).toBe(-1);
  expect(await analyzeStaleTables(db)).toEqual(['large']);
  expect(await known()).toBe(500);
  await add(50);
  expect(await analyzeStaleTables(db)).toEqual([]);
  await add(60);
  expect(await analyzeStaleTables(db)).toEqual(['large']);
  expect(await known()).toBe(610);
});
