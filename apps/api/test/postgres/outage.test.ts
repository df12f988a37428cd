import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openPostgres } from '../../src/platform/db.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';

/** Stands between the server and its database; cut, it lets nothing through and drops what was open. */
let wire: Server;
let sockets: Set<Socket>;
let isCut: boolean;
let database: TestDatabase;
let db: TestDatabase['db'];
let server: TestServer;
let lost: Error[];

const portOf = () => (wire.address() as AddressInfo).port;
function cut() {
  isCut = true;
  for (const socket of sockets) socket.destroy();
}

beforeEach(async () => {
  [sockets, isCut, lost] = [new Set(), false, []];
  const target = Number(new URL(inject('postgres') ?? '').port);
  wire = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    return;
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => wire.once('listening', resolve));

  database = await testDatabase();
  const url = Object.assign(new URL(database.url ?? ''), { port: String(portOf()) }).href;
  db = openPostgres(url, (error) => lost.push(error));
  server = await startTestServer({ database: { ...database, db } });
});
afterEach(async () => {
  await server.stop();
  await db.destroy();
  await database.drop();
  cut();
  wire.close();
});

test('while its database is away the server says so, and goes on when it is back', async () => {
  const client = clientOf(server);
  const { access } = await client.signIn();
  expect(await client.me(access)).toMatchObject({ status: 200 });

  cut();
  for (const answer of [
    await client.me(access),
    await client.me(access),
    await client.request('/api/health/'),
  ]) {
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: 'База данных не отвечает.', code: 'unavailable' },
    });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  expect(lost.length).toBeGreaterThan(0);

  isCut = false;
  expect(await client.me(access)).toMatchObject({ status: 200 });
  expect(await client.request('/api/health/')).toMatchObject({ status: 200 });
});
