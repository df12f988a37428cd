import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { openPostgres } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';

let database: TestDatabase;
let url: URL;
beforeEach(async () => {
  database = await testDatabase();
  url = new URL(database.url ?? '');
});
afterEach(() => database.drop());

const open = () => openDatabase({ DATABASE_URL: url.href, DATA_DIR: 'unused' }, () => undefined);

test.each([
  ['an unknown user', { username: 'stranger' }],
  ['a missing database', { pathname: '/nothing' }],
])('%s in DATABASE_URL is reported in Russian without the password', async (_name, wrong) => {
  Object.assign(url, { password: 'hidden' }, wrong);
  const message = await open().then(String, String);
  expect(message).toContain('PostgreSQL по адресу из DATABASE_URL нас не пускает');
  expect(message).not.toContain('hidden');
});

test('a database of a newer version is refused', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now())`.execute(database.db);
  await expect(open()).rejects.toThrow('База данных создана более новой версией программы.');
});

test('migrations have no statement timeout, and requests have one of 15 seconds', async () => {
  const limits: string[] = [];
  const limitOf = async (db: Kysely<never>) => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    limits.push(...rows.map(({ statement_timeout }) => statement_timeout));
  };
  const later = { up: limitOf };
  const db = openPostgres(url.href, () => undefined);
  await migrate(db, { ...migrations, '9999-later': later });
  await limitOf(db as never);
  await db.destroy();
  expect(limits).toEqual(['0', '15s']);
});

test('a valid database opens with JIT compilation turned off', async () => {
  const { db, close } = await open();
  expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }]);
  await close();
});
