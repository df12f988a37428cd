import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { describeSchema, SCHEMA_FILE } from '../../src/testing/schema.ts';
import { dropSchema } from '../setup/earlier-schema.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const tables = async () => (await database.db.introspection.getTables()).map(({ name }) => name).sort();

describe('migrations', () => {
  test('lead to schema.sql in one upgrade and one by one', async () => {
    const { db } = database;
    const stored = readFileSync(SCHEMA_FILE, 'utf8');
    expect(await describeSchema(db)).toBe(stored);
    await dropSchema(db);
    for (const count of Object.keys(migrations).keys())
      await migrate(db, Object.fromEntries(Object.entries(migrations).slice(0, count + 1)));
    expect(await describeSchema(db)).toBe(stored);
  });

  test('change nothing when they run again', async () => {
    const before = await tables();
    await migrate(database.db, migrations);
    expect(await tables()).toEqual(before);
    expect(before).toEqual(expect.arrayContaining(['rate_limits', 'sessions', 'users']));
  });

  test('run once when several processes start at the same time', async () => {
    const more = {
      ...migrations,
      '9999-more': {
        up: async (db: typeof database.db) => void (await sql`create table more (id int)`.execute(db)),
      },
    };
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.db, more)));
    expect(await tables()).toContain('more');
  });

  test('leave no partial changes and report the error when they fail', async () => {
    const broken = {
      ...migrations,
      '9999-broken': {
        up: async (db: typeof database.db) => {
          await sql`create table half (id int)`.execute(db);
          await sql`select * from nothing`.execute(db);
        },
      },
    };
    await expect(migrate(database.db, broken)).rejects.toThrow('nothing');
    expect(await tables()).not.toContain('half');
  });

  test('create constraints that reject duplicate phones, invalid phones and unknown roles', async () => {
    const at = new Date();
    const user = {
      phone: '+79161234567',
      password_hash: 'x',
      role: null,
      organization_id: null,
      first_name: '',
      last_name: '',
      father_name: '',
      email: '',
      created_at: at,
      updated_at: at,
    };
    const insert = (id: string, more: object) =>
      database.db
        .insertInto('users')
        .values({ ...user, ...more, id })
        .execute();
    const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
    await insert(id(1), {});
    await expect(insert(id(2), {})).rejects.toThrow(/unique/);
    await expect(insert(id(3), { phone: '89161234567' })).rejects.toThrow(/check/);
    await expect(insert(id(4), { phone: '+79160000000', role: 'admin' })).rejects.toThrow(/check/);
  });
});
