import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { cleanUp, createUser, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);
/** `LONG=1` runs more rounds. */
const { LONG = '' } = process.env;
const filled = () => dataFolder(inject('template'));

test('a second process on the same folder is refused with the folder and the id of the first process', async () => {
  const folder = filled();
  const first = startServer(folder);
  const url = await first.url;
  const { code, stderr } = await startServer(folder).exited;
  expect(code).toBe(1);
  expect(stderr).toContain(`Папка базы данных ${folder} занята другим процессом (${first.pid}).`);
  expect(stderr).not.toContain('    at ');
  expect(await createClient({ url }).request('/api/health/')).toMatchObject({ status: 200 });
});

test('the lock of a killed process does not block the next start', async () => {
  const folder = filled();
  for (let round = 0; round < (LONG === '' ? 1 : 3); round += 1) {
    const server = startServer(folder);
    await server.url;
    server.kill('SIGKILL');
    expect((await server.exited).signal).toBe('SIGKILL');
  }
  expect(await startServer(folder).url).toMatch(/^http/);
});

test('exactly one of four processes started at the same time gets the lock', async () => {
  const folder = filled();
  const servers = Array.from({ length: 4 }, () => startServer(folder));
  const outcomes = await Promise.all(
    servers.map(({ url }) =>
      url.then(
        () => 'won',
        (error: Error) => error.message,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
  const winner = servers[outcomes.indexOf('won')];
  for (const outcome of outcomes.filter((each) => each !== 'won')) {
    expect(outcome).toContain(`занята другим процессом (${winner?.pid})`);
  }
});

test('the create-user command refuses the folder of a running server', async () => {
  const folder = filled();
  await startServer(folder).url;
  const { code, stderr } = await createUser(
    folder,
    ['--phone', '89161234567', '--role', 'partner'],
    'long password\n',
  );
  expect(code).toBe(1);
  expect(stderr).toContain('занята другим процессом');
});
