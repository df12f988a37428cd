import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { createClient } from '../setup/client.ts';
import { cleanUp, createUser, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);
const filled = () => dataFolder(inject('template'));

/** Returns the paths of a folder and everything inside it. */
const contentsOf = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  ),
];
/** Returns the files that users other than the owner can access. */
const openIn = (folder: string) =>
  contentsOf(folder)
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => relative(folder, path));

test('data files are accessible only to their owner, and deleting the lock files does not release the lock', async () => {
  expect(openIn(inject('template'))).toEqual([]);
  const folder = filled();
  for (const path of contentsOf(folder)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666);

  const refused = await startServer(folder).exited;
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('могли прочитать другие пользователи этого компьютера');
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(join(folder, 'secret-key'), 0o600);

  const server = startServer(folder);
  const client = createClient({ url: await server.url });
  await client.signIn();
  expect(openIn(folder)).toEqual([]);

  for (const name of ['lock', 'lock.pid']) rmSync(join(folder, name));
  const second = await startServer(folder).exited;
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`Папка базы данных ${folder} занята другим процессом.`);
  await client.signIn();
});

/** Smallest number of a file of an own table or index (`FirstNormalObjectId` of PostgreSQL). */
const FIRST_OWN_FILE = 16_384;

test('a damaged data folder is reported with instructions and is not opened', async () => {
  const folder = filled();
  const database = join(folder, 'database');
  const refusal = () =>
    openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, () => undefined).then(
      () => 'opened',
      ({ message }: Error) => message,
    );
  const report = (what: string) =>
    expect.stringContaining(`База данных в папке ${database} повреждена: ${what}`);
  /** Damages a file, expects the report and restores the file. */
  async function expectReport(name: string, damage: (path: string) => void, what: string) {
    const path = join(database, name);
    const original = readFileSync(path);
    damage(path);
    const message = await refusal();
    expect(message).toEqual(report(what));
    expect(message).toContain('восстановите последнюю резервную копию');
    writeFileSync(path, original);
  }
  const flip = (path: string) => {
    const bytes = readFileSync(path);
    bytes[8192 + 5000] = (bytes[8192 + 5000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  await expectReport('PG_VERSION', (path) => rmSync(path), 'нет файла PG_VERSION');
  await expectReport('PG_VERSION', (path) => writeFileSync(path, '15\n'), 'PG_VERSION называет версию «15»');
  const sizeOf = (name: string) => lstatSync(join(database, 'base/5', name)).size;
  // The server reads system tables, which have smaller numbers, before it checks the pages.
  const [largest = ''] = readdirSync(join(database, 'base/5'))
    .filter((name) => /^\d+$/.test(name) && Number(name) >= FIRST_OWN_FILE)
    .sort((a, b) => sizeOf(b) - sizeOf(a));
  await expectReport(`base/5/${largest}`, flip, `base/5/${largest}, страница 1.`);
  await expectReport(
    `base/5/${largest}`,
    (path) => truncateSync(path, 8192 + 100),
    `base/5/${largest}, страница 1.`,
  );
  expect(await refusal()).toBe('opened');
});

test('a database that cannot start ends the command with an error message and no stack trace', async () => {
  const folder = filled();
  writeFileSync(join(folder, 'database/global/pg_control'), Buffer.alloc(8192, 1));
  const args = ['--phone', '8 916 123-45-67', '--role', 'partner'];
  const { code, stderr } = await createUser(folder, args, 'длинный пароль\n');
  expect(code).toBe(1);
  expect(stderr).toContain(`База данных в папке ${folder}/database повреждена: `);
  expect(stderr).not.toContain('    at ');
});
