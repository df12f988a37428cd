import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

const HOUR = 60 * 60;

let server: TestServer;
let client: ReturnType<typeof createClient>;
beforeEach(async () => {
  server = await startTestServer({ frozenClock: true, refreshGrace: 10 });
  client = createClient(server);
});
afterEach(() => server.stop());

test.each([60, HOUR, 400 * 24 * HOUR])('setting the clock back by %d s ends no session', async (seconds) => {
  const { access, refresh } = await client.signIn();
  server.advance(-seconds);
  expect(await client.me(access)).toMatchObject({ status: 200 });
  expect(await client.verify(access)).toMatchObject({ status: 200 });
  const next = await client.refreshPair(refresh);
  expect(await client.me(next.access)).toMatchObject({ status: 200 });
  await client.refreshPair(next.refresh);
  await client.signIn();
});

test('a refresh token gets its grace period only once when the clock is set back', async () => {
  const { refresh } = await client.signIn();
  await client.refreshPair(refresh);
  expect(await client.refresh(refresh)).toMatchObject({ status: 200 });
  server.advance(-HOUR);
  server.advance(11);
  expect(await client.refresh(refresh)).toMatchObject({ status: 401 });
  expect(server.refreshSpends()).toMatchObject({ graced: 1, reused: 1 });
});

test('setting the clock back does not extend the wait after failed sign-ins beyond 15 minutes', async () => {
  const attempt = (password: string) => client.login({ phone: '+79000000001', password });
  for (let failure = 0; failure < 5; failure += 1)
    expect(await attempt('wrong password')).toMatchObject({ status: 401 });
  expect(await attempt('wrong password')).toMatchObject({ status: 429 });
  server.advance(-HOUR);
  await client.signIn();
  // New failures are counted with the same limit.
  for (let failure = 0; failure < 5; failure += 1)
    expect(await attempt('wrong password')).toMatchObject({ status: 401 });
  const refusal = await attempt('wrong password');
  expect(refusal).toMatchObject({ status: 429 });
  expect(Number(refusal.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
});

test('a sign-in stays limited when the clock of another process is 20 s ahead', async () => {
  const attempt = () => client.login({ phone: '+79000000001', password: 'wrong password' });
  for (let failure = 0; failure < 5; failure += 1) await attempt();
  server.advance(-20);
  expect(await attempt()).toMatchObject({ status: 429 });
});
