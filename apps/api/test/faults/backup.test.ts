import { cpSync } from 'node:fs';
import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { cleanUp, copyDatabase, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);

test('a copy of the data folder of a stopped server restores data, passwords, sessions and the secret key', async () => {
  const [folder, backup] = [dataFolder(inject('template')), dataFolder()];
  const first = startServer(folder);
  const before = createClient({ url: await first.url });
  const { access, refresh } = await before.signIn();
  await before.patch(access, { last_name: 'Петрова' });
  first.kill('SIGTERM');
  await first.exited;
  cpSync(folder, backup, { recursive: true });

  const later = startServer(folder);
  await createClient({ url: await later.url }).patch(access, { last_name: 'Сидорова' });
  later.kill('SIGKILL');
  await later.exited;

  const restored = createClient({ url: await startServer(backup).url });
  expect(await restored.me(access)).toMatchObject({ status: 200, body: { last_name: 'Петрова' } });
  const leads = await restored.request('/api/referral/leads/counts/', {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(leads).toMatchObject({ status: 200, body: { all: 620 } });
  await restored.refreshPair(refresh);
  await restored.signIn();
});

test('the copy-database command without a target prints its usage', async () => {
  for (const args of [[], ['--nonsense']]) {
    const { code, stderr } = await copyDatabase(dataFolder(), args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Переносит встроенную базу данных .* node apps/s);
  }
});

test('the copy-database command refuses the folder of a running server', async () => {
  const folder = dataFolder(inject('template'));
  await startServer(folder).url;
  const { code, stderr } = await copyDatabase(folder, ['--to', 'postgres://127.0.0.1:1/x']);
  expect(code).toBe(1);
  expect(stderr).toContain('занята другим процессом');
});
