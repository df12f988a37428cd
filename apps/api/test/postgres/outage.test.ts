import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openPostgres } from '../../src/platform/db/db.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { createTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts';

let proxy: TcpProxy;
let database: TestDatabase;
let db: TestDatabase['db'];
let server: TestServer;
let connectionErrors: Error[];

const target = () => Number(new URL(inject('postgres') ?? '').port);

beforeEach(async () => {
  connectionErrors = [];
  proxy = await createTcpProxy(target());
  database = await testDatabase();
  const url = Object.assign(new URL(database.url ?? ''), { port: String(proxy.port) }).href;
  db = openPostgres(url, (error) => connectionErrors.push(error));
  server = await startTestServer({ database: { ...database, db } });
});
afterEach(async () => {
  await server.stop();
  await db.destroy();
  await database.drop();
  proxy.close();
});

test('the server reports an unavailable database and continues when it is back', async () => {
  const client = createClient(server);
  const { access } = await client.signIn();
  expect(await client.me(access)).toMatchObject({ status: 200 });

  proxy.cut();
  for (const response of [
    await client.me(access),
    await client.me(access),
    await client.request('/api/health/'),
  ]) {
    expect(response).toMatchObject({
      status: 503,
      body: { detail: 'База данных не отвечает.', code: 'unavailable' },
    });
    expect(response.headers.get('retry-after')).toBe('5');
  }
  expect(connectionErrors.length).toBeGreaterThan(0);

  proxy.forwardTo(target());
  expect(await client.me(access)).toMatchObject({ status: 200 });
  expect(await client.request('/api/health/')).toMatchObject({ status: 200 });
});
