import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyFunctions, NEWEST } from '../../src/database/functions/index.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { describeSchema, SCHEMA_FILE } from '../../src/testing/schema.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const stored = readFileSync(SCHEMA_FILE, 'utf8');

test('schema.sql describes a freshly migrated database', async () => {
  const described = await describeSchema(database.db);
  expect(stored, 'run pnpm --filter @referral-dashboard/api schema').toBe(described);
});

test('the files of functions create all functions and triggers', async () => {
  const { db } = database;
  await sql`do $$
    declare
      dropped regprocedure;
    begin
      for dropped in
        select oid from pg_proc routine where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = routine.oid and deptype = 'e')
      loop
        execute format('drop function %s cascade', dropped);
      end loop;
    end $$`.execute(db);
  expect(await describeSchema(db)).not.toContain('execute function');
  await applyFunctions(db, NEWEST);
  expect(await describeSchema(db)).toBe(stored);
});

test('a second application of the files changes nothing', async () => {
  await applyFunctions(database.db, NEWEST);
  expect(await describeSchema(database.db)).toBe(stored);
});

test('triggers that wait for the commit run before they are replaced', async () => {
  await database.db.transaction().execute(async (trx) => {
    await sql`insert into figure_commits default values`.execute(trx);
    await applyFunctions(trx, NEWEST);
    // Its trigger deletes the row.
    expect((await sql`select from figure_commits`.execute(trx)).rows).toEqual([]);
  });
});

test('an earlier migration leaves the files to the newest one', async () => {
  const { db } = database;
  await sql`drop function set_join_code() cascade`.execute(db);
  await applyFunctions(db, '0000-earlier');
  expect(await describeSchema(db)).not.toContain('set_join_code');
});
