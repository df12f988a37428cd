import { afterEach, expect, test } from 'vitest';
import type { Disk } from '../../src/platform/folder/disk.ts';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

let server: TestServer;
afterEach(() => server.stop());

test('the health check warns of a nearly full disk, and a full disk refuses all calls that may write', async () => {
  let disk: ReturnType<Disk> = { state: 'ok', freeMib: 5000 };
  server = await startTestServer({ disk: () => disk });
  const client = createClient(server);
  const health = () => client.request('/api/health/');
  const { access, refresh } = await client.signIn();
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect((await health()).body).not.toHaveProperty('warning');

  disk = { state: 'low', freeMib: 100 };
  const warning = 'На диске сервера заканчивается место: осталось 100 МБ.';
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok', warning } });
  expect(await client.patch(access, { last_name: 'Петрова' })).toMatchObject({ status: 200 });

  disk = { state: 'full', freeMib: 3 };
  const full = {
    status: 503,
    body: { detail: expect.stringMatching(/^На диске сервера закончилось место/) },
  };
  expect(await health()).toMatchObject(full);
  expect(await client.patch(access, { last_name: 'Сидорова' })).toMatchObject(full);
  expect(await client.refresh(refresh)).toMatchObject(full);
  expect(await client.me(access)).toMatchObject({ status: 200, body: { last_name: 'Петрова' } });

  disk = { state: 'ok', freeMib: 5000 };
  await client.refreshPair(refresh);
});
