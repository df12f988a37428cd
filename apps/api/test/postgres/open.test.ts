import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/open-database.ts';
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
  ['a user nobody knows', { username: 'stranger' }],
  ['a database that is not there', { pathname: '/nothing' }],
])('%s: the operator is told in Russian, without the password', async (_name, wrong) => {
  Object.assign(url, { password: 'hidden' }, wrong);
  const message = await open().then(String, String);
  expect(message).toContain('PostgreSQL по адресу из DATABASE_URL нас не пускает');
  expect(message).not.toContain('hidden');
});

test('a database of a newer version is left alone', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now())`.execute(database.db);
  await expect(open()).rejects.toThrow('База данных создана более новой версией программы.');
});

test('a database that is in order opens', async () => {
  const { close } = await open();
  await close();
});
