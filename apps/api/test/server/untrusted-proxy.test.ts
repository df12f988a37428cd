import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

let server: TestServer;
afterEach(() => server.stop());

test('without a trusted proxy a forged X-Forwarded-For does not change the client address', async () => {
  server = await startTestServer();
  const attempt = (from: number) =>
    createClient(server).login(
      { phone: '+79000000001', password: 'wrong' },
      { 'x-forwarded-for': `203.0.113.${from}` },
    );
  for (let from = 0; from < 5; from += 1) expect(await attempt(from)).toMatchObject({ status: 401 });
  expect(await attempt(6)).toMatchObject({ status: 429 });
});
