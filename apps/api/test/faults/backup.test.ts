import { cpSync } from 'node:fs';
import { afterEach, expect, inject, test } from 'vitest';
import { clientOf } from '../setup/client.ts';
import { cleanUp, copyDatabase, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);

test('a copy of the folder of a stopped server is a backup: data, passwords, sessions and the key are in it', async () => {
  const [folder, backup] = [dataFolder(inject('template')), dataFolder()];
  const first = startServer(folder);
  const before = clientOf({ url: await first.url });
  const { access, refresh } = await before.signIn();
  await before.patch(access, { last_name: 'Петрова' });
  first.kill('SIGTERM');
  await first.ended;
  cpSync(folder, backup, { recursive: true });

  const later = startServer(folder);
  await clientOf({ url: await later.url }).patch(access, { last_name: 'Сидорова' });
  later.kill('SIGKILL');
  await later.ended;

  const restored = clientOf({ url: await startServer(backup).url });
  expect(await restored.me(access)).toMatchObject({ status: 200, body: { last_name: 'Петрова' } });
  const leads = await restored.request('/api/referral/leads/counts/', {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(leads).toMatchObject({ status: 200, body: { all: 2000 } });
  await restored.refreshPair(refresh);
  await restored.signIn();
});

test('a move to PostgreSQL that is not told where says how it is told', async () => {
  for (const args of [[], ['--nonsense']]) {
    const { code, stderr } = await copyDatabase(dataFolder(), args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Переносит встроенную базу данных .* node apps/s);
  }
});

test('a folder that a server uses is not moved', async () => {
  const folder = dataFolder(inject('template'));
  await startServer(folder).url;
  const { code, stderr } = await copyDatabase(folder, ['--to', 'postgres://127.0.0.1:1/x']);
  expect(code).toBe(1);
  expect(stderr).toContain('занята другим процессом');
});
