import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillDemo } from '../../src/demo/fill.ts';
import { copyTables } from '../../src/platform/db/copy-tables.ts';
import { openPostgres } from '../../src/platform/db/db.ts';
import { EMBEDDED_PARSERS, embedded } from '../../src/platform/db/embedded.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { dumpOfEmpty } from '../../src/testing/dump.ts';
import { prepared } from '../../src/testing/prepared.ts';
import { DEMO_PEOPLE, startTestServer } from '../../src/testing.ts';
import { cleanUp, copyDatabase, createUser, dataFolder } from '../faults/processes.ts';
import { createClient } from '../setup/client.ts';
import { readContents } from '../setup/contents.ts';
import { findPostgres } from '../setup/postgres-programs.ts';

let postgres: TestDatabase;
let copy: TestDatabase;
/** Data created once and copied for each test. */
let filled: { files: Blob; tokens: { access: string; refresh: string } };
beforeAll(async () => {
  const pglite = await PGlite.create({ parsers: EMBEDDED_PARSERS, loadDataDir: await dumpOfEmpty() });
  const db = embedded(prepared(pglite));
  const tokens = await fillDatabase({ db, drop: () => db.destroy() });
  filled = { tokens, files: await pglite.dumpDataDir('none') };
  await db.destroy();
});
beforeEach(async () => {
  [postgres, copy] = await Promise.all([testDatabase(), testDatabase()]);
});
afterEach(() => Promise.all([postgres.drop(), copy.drop()]));

const openFilled = async () => embedded(await PGlite.create({ loadDataDir: filled.files }));

/** Fills a database with users, leads of half a year and a session. @returns the tokens of the session. */
async function fillDatabase(database: TestDatabase) {
  const server = await startTestServer({ database });
  const boss = await server.findUser(DEMO_PEOPLE[0]?.phone ?? '');
  await fillDemo(
    database.db,
    boss.organization_id ?? '',
    await server.findUser(DEMO_PEOPLE[1]?.phone ?? ''),
    server.now(),
  );
  const tokens = await createClient(server).signIn();
  await server.stop();
  return tokens;
}

/** Expects the session, its refresh token and the sign-in to work. */
async function expectWorkingServer(
  database: TestDatabase,
  { access, refresh }: { access: string; refresh: string },
) {
  const server = await startTestServer({ database, people: [] });
  const client = createClient(server);
  expect(await client.me(access)).toMatchObject({ status: 200, body: { last_name: 'Иванова' } });
  await client.refreshPair(refresh);
  await client.signIn();
  const leads = await client.request('/api/referral/leads/counts/', {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(leads).toMatchObject({ status: 200, body: { all: 620 } });
  await server.stop();
}

describe('the embedded database', () => {
  let source: TestDatabase;
  beforeEach(async () => {
    const db = await openFilled();
    source = { db, drop: () => db.destroy() };
  });
  afterEach(() => source.drop());

  test('is copied to PostgreSQL with all rows, and the server works there', async () => {
    const before = await readContents(source.db);
    const copied = await copyTables(source.db, copy.db);
    const after = await readContents(copy.db);
    expect(after).toEqual({ contents: before.contents, rules: expect.any(Array) });
    expect(after.rules).toEqual((await readContents(postgres.db)).rules);
    expect(copied).toBeGreaterThan(8000);
    await expectWorkingServer(copy, filled.tokens);
  });

  test('is not copied to a database with data, which stays unchanged', async () => {
    await (await startTestServer({ database: postgres })).stop();
    const before = await readContents(postgres.db);
    await expect(copyTables(source.db, postgres.db)).rejects.toThrow(
      /^В базе данных уже есть записи: таблица /,
    );
    expect(await readContents(postgres.db)).toEqual(before);
  });

  test('leaves the target empty when the copy fails', async () => {
    await sql`alter table leads add constraint refuses check (number < 500)`.execute(copy.db);
    await expect(copyTables(source.db, copy.db)).rejects.toThrow('refuses');
    expect(await copy.db.selectFrom('users').select('id').execute()).toEqual([]);
  });
});

test('the copy-database command copies an embedded database and prints the number of rows', async () => {
  const folder = dataFolder();
  await createUser(folder, ['--phone', '89161234567', '--role', 'organization', '--generate-password']);
  const { code, stdout, stderr } = await copyDatabase(folder, ['--to', copy.url ?? '']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Перенесено записей: 2.');
  const users = await copy.db.selectFrom('users').select('phone').execute();
  expect(users).toEqual([{ phone: '+79161234567' }]);
  await cleanUp();
});

const folder = findPostgres() ?? '';
const tools = ['pg_dump', 'pg_restore'].every((tool) => existsSync(join(folder, tool))) ? [folder] : [];

test.each(tools)('pg_dump and pg_restore restore all rows, and the server works', async (programs) => {
  const files = mkdtempSync(join(tmpdir(), 'referral-dashboard-backup-'));
  const file = join(files, 'backup');
  const source = await openFilled();
  await copyTables(source, postgres.db);
  await source.destroy();
  const before = await readContents(postgres.db);
  execFileSync(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, postgres.url ?? '']);

  const name = new URL(copy.url ?? '').pathname.slice(1);
  await copy.db.destroy();
  const admin = openPostgres(
    Object.assign(new URL(copy.url ?? ''), { pathname: '/postgres' }).href,
    () => undefined,
  );
  await sql`drop database ${sql.id(name)}`.execute(admin);
  await sql`create database ${sql.id(name)}`.execute(admin);
  await admin.destroy();
  execFileSync(join(programs, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${copy.url}`, file]);
  const db = openPostgres(copy.url ?? '', () => undefined);
  expect(await readContents(db)).toEqual(before);
  await expectWorkingServer({ ...copy, db }, filled.tokens);
  await db.destroy();
  rmSync(files, { recursive: true });
});
