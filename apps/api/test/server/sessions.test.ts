import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { atOnce, countValues } from '../setup/parallel.ts';
import { startTwoServers } from '../setup/two-servers.ts';

let stop: () => Promise<void>;
let servers: [TestServer, TestServer];
let server: TestServer;
let clients: ReturnType<typeof createClient>[];
let client: ReturnType<typeof createClient>;

async function setUp(refreshGrace: number) {
  ({ servers, stop } = await startTwoServers({ frozenClock: true, refreshGrace }));
  server = servers[0];
  clients = servers.map(createClient);
  client = createClient(server);
}
afterEach(() => stop());

/** Sends `times` concurrent exchanges of one refresh token to both servers in turn. */
const spendAtOnce = (times: number, refresh: string) =>
  atOnce(times, (index) => (clients[index % 2] ?? client).refresh(refresh));
const outcomes = () =>
  countValues(servers.flatMap(({ refreshes }) => refreshes()).map(({ outcome }) => outcome));

describe('without a grace period', () => {
  beforeEach(() => setUp(0));

  test('20 concurrent exchanges of a refresh token succeed once and revoke its session', async () => {
    const { refresh } = await client.signIn();
    const responses = await spendAtOnce(20, refresh);
    expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 1, 401: 19 });
    expect(outcomes()).toEqual({ rotated: 1, reused: 1, ended: 18 });

    const { body } = responses.find(({ status }) => status === 200) ?? { body: undefined };
    const pair = body as { access: string; refresh: string };
    expect(await client.refresh(pair.refresh)).toMatchObject({ status: 401 });
    expect(await client.me(pair.access)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } });
  });

  test('a reused token ends its own session only', async () => {
    const stolenPair = await client.signIn();
    const other = await client.signIn();
    await client.refreshPair(stolenPair.refresh);
    expect(await client.refresh(stolenPair.refresh)).toMatchObject({ status: 401 });
    expect(await client.me(other.access)).toMatchObject({ status: 200 });
    expect(await client.refresh(other.refresh)).toMatchObject({ status: 200 });
  });

  test('an old token of a long chain also counts as reused', async () => {
    const first = await client.signIn();
    let last = first;
    for (let link = 0; link < 5; link += 1) last = await client.refreshPair(last.refresh);
    expect(await client.refresh(first.refresh)).toMatchObject({ status: 401 });
    expect(await client.refresh(last.refresh)).toMatchObject({ status: 401 });
    expect(server.refreshSpends()).toEqual({ rotated: 5, graced: 0, reused: 1, ended: 1 });
  });

  test('a token spent within the same second is refused', async () => {
    const { refresh } = await client.signIn();
    await client.refreshPair(refresh);
    expect(await client.refresh(refresh)).toMatchObject({ status: 401 });
  });

  test('verify responds 401 for the access token and 400 for the refresh token of a revoked session', async () => {
    const { access, refresh } = await client.signIn();
    const { user_id, id } = await server.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    await server.revokeSessions({ id: user_id });
    expect(id).not.toBe(user_id);
    expect(await client.verify(access)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } });
    expect(await client.verify(refresh)).toMatchObject({ status: 400 });
    expect(await client.me(access)).toMatchObject({ status: 401 });
    expect(await client.refresh(refresh)).toMatchObject({ status: 401 });
  });
});

describe('with a grace period of 10 s', () => {
  beforeEach(() => setUp(10));

  test('20 concurrent exchanges of a refresh token return the same new pair', async () => {
    const { refresh } = await client.signIn();
    const responses = await spendAtOnce(20, refresh);
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 200 });
    expect(outcomes()).toEqual({ rotated: 1, graced: 19 });
  });

  test('a repeated exchange returns the first new pair, even after that pair was exchanged', async () => {
    const first = await client.signIn();
    const second = await client.refreshPair(first.refresh);
    server.advance(4);
    expect(await client.refreshPair(first.refresh)).toEqual(second);
    await client.refreshPair(second.refresh);
    server.advance(4);
    expect(await client.refreshPair(first.refresh)).toEqual(second);
  });

  test('a token reused after the grace period ends the session', async () => {
    const first = await client.signIn();
    const second = await client.refreshPair(first.refresh);
    server.advance(11);
    expect(await client.refresh(first.refresh)).toMatchObject({ status: 401 });
    expect(await client.refresh(second.refresh)).toMatchObject({ status: 401 });
    expect(await client.me(second.access)).toMatchObject({ status: 401 });
  });

  test('a session stores only tokens spent within the grace period, and no token in plain text', async () => {
    let { refresh } = await client.signIn();
    for (let link = 0; link < 8; link += 1) {
      server.advance(3);
      ({ refresh } = await client.refreshPair(refresh));
    }
    const session = await server.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(session.spent_tokens.length).toBeLessThanOrEqual(4);
    const [, payload = ''] = refresh.split('.');
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string };
    expect(JSON.stringify(session)).not.toContain(jti);
  });

  test('a revoked session has no grace period', async () => {
    const { refresh } = await client.signIn();
    await client.refreshPair(refresh);
    const { user_id: id } = await server.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    await server.revokeSessions({ id });
    expect(await client.refresh(refresh)).toMatchObject({ status: 401 });
  });
});

describe('sessions', () => {
  beforeEach(() => setUp(10));

  test('have access tokens valid for 5 minutes and refresh tokens valid for 30 days', async () => {
    const { access, refresh } = await client.signIn();
    server.advance(299);
    expect(await client.me(access)).toMatchObject({ status: 200 });
    server.advance(2);
    expect(await client.me(access)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } });
    server.advance(30 * 24 * 60 * 60 - 310);
    const pair = await client.refreshPair(refresh);
    server.advance(30 * 24 * 60 * 60 + 1);
    expect(await client.refresh(pair.refresh)).toMatchObject({ status: 401 });
  });

  test('end 180 days after the sign-in, regardless of token exchanges', async () => {
    const DAY = 24 * 60 * 60;
    let pair = await client.signIn();
    for (let week = 0; week < 25; week += 1) {
      server.advance(7 * DAY);
      pair = await client.refreshPair(pair.refresh);
    }
    server.advance(5 * DAY - 60);
    pair = await client.refreshPair(pair.refresh);
    server.advance(59);
    expect(await client.me(pair.access)).toMatchObject({ status: 200 });
    expect(await client.verify(pair.refresh)).toMatchObject({ status: 200 });
    server.advance(1);
    expect(await client.me(pair.access)).toMatchObject({ status: 401 });
    expect(await client.verify(pair.access)).toMatchObject({ status: 401 });
    expect(await client.verify(pair.refresh)).toMatchObject({ status: 401 });
    expect(await client.refresh(pair.refresh)).toMatchObject({ status: 401 });
    server.advance(DAY);
    await server.prune();
    expect(await server.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  test('end earlier when the maximum age is reduced, regardless of their tokens', async () => {
    const { access, refresh } = await client.signIn();
    const shorter = await startTestServer({
      frozenClock: true,
      sessionMaxDays: 1,
      people: [],
      database: { db: server.db, drop: async () => undefined },
    });
    shorter.setClock(new Date(server.now().getTime() + 24 * 60 * 60 * 1000 - 1000));
    const otherServer = createClient(shorter);
    const long = (await otherServer.refreshPair(refresh)).access;
    expect(await otherServer.me(long)).toMatchObject({ status: 200 });
    shorter.advance(2);
    expect(await otherServer.me(long)).toMatchObject({ status: 401 });
    expect(await otherServer.verify(access)).toMatchObject({ status: 401 });
    await shorter.stop();
  });

  test('are deleted after they expire, and live sessions stay', async () => {
    const DAY = 24 * 60 * 60;
    const old = await client.signIn();
    server.advance(30 * DAY - 60);
    const { access, refresh } = await client.signIn();
    server.advance(61);
    expect(await client.refresh(old.refresh)).toMatchObject({ status: 401 });
    const list = await client.request('/api/accounts/sessions/', {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(list.body).toMatchObject({ results: [{ is_current: true }] });
    server.advance(DAY);
    await server.prune();
    expect(await server.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
    expect(await client.refresh(refresh)).toMatchObject({ status: 200 });
  });
});
