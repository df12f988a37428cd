import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';
import { atOnce, countsOf } from '../setup/parallel.ts';
import { startTwoServers } from '../setup/two-servers.ts';

let stop: () => Promise<void>;
let servers: [TestServer, TestServer];
let server: TestServer;
let clients: ReturnType<typeof clientOf>[];
let client: ReturnType<typeof clientOf>;

async function setUp(refreshGrace: number) {
  ({ servers, stop } = await startTwoServers({ frozenClock: true, refreshGrace }));
  server = servers[0];
  clients = servers.map(clientOf);
  client = clientOf(server);
}
afterEach(() => stop());

/** The same refresh token so many times at once, at both servers in turn. */
const spendAtOnce = (times: number, refresh: string) =>
  atOnce(times, (index) => (clients[index % 2] ?? client).refresh(refresh));
const outcomes = () =>
  countsOf(servers.flatMap(({ refreshes }) => refreshes()).map(({ outcome }) => outcome));

describe('without grace', () => {
  beforeEach(() => setUp(0));

  test('a refresh token presented 20 times at once is exchanged once, and its family is revoked', async () => {
    const { refresh } = await client.signIn();
    const answers = await spendAtOnce(20, refresh);
    expect(countsOf(answers.map(({ status }) => status))).toEqual({ 200: 1, 401: 19 });
    expect(outcomes()).toEqual({ rotated: 1, reused: 1, dead: 18 });

    const { body } = answers.find(({ status }) => status === 200) ?? { body: undefined };
    const pair = body as { access: string; refresh: string };
    expect(await client.refresh(pair.refresh)).toMatchObject({ status: 401 });
    expect(await client.me(pair.access)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } });
  });

  test('theft ends its own family only', async () => {
    const stolen = await client.signIn();
    const other = await client.signIn();
    await client.refreshPair(stolen.refresh);
    expect(await client.refresh(stolen.refresh)).toMatchObject({ status: 401 });
    expect(await client.me(other.access)).toMatchObject({ status: 200 });
    expect(await client.refresh(other.refresh)).toMatchObject({ status: 200 });
  });

  test('an old token of a long chain is theft too', async () => {
    const first = await client.signIn();
    let last = first;
    for (let link = 0; link < 5; link += 1) last = await client.refreshPair(last.refresh);
    expect(await client.refresh(first.refresh)).toMatchObject({ status: 401 });
    expect(await client.refresh(last.refresh)).toMatchObject({ status: 401 });
    expect(server.refreshSpends()).toEqual({ rotated: 5, graced: 0, reused: 1, dead: 1 });
  });

  test('a token that was spent within this very second is not given away again', async () => {
    const { refresh } = await client.signIn();
    await client.refreshPair(refresh);
    expect(await client.refresh(refresh)).toMatchObject({ status: 401 });
  });

  test('verify refuses the access token of a revoked session and calls its refresh token spent', async () => {
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

describe('with a grace of 10 s', () => {
  beforeEach(() => setUp(10));

  test('a refresh token presented 20 times at once gives one successor to all', async () => {
    const { refresh } = await client.signIn();
    const answers = await spendAtOnce(20, refresh);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(outcomes()).toEqual({ rotated: 1, graced: 19 });
  });

  test('the successor given again is the one already issued, even after it was exchanged itself', async () => {
    const first = await client.signIn();
    const second = await client.refreshPair(first.refresh);
    server.advance(4);
    expect(await client.refreshPair(first.refresh)).toEqual(second);
    await client.refreshPair(second.refresh);
    server.advance(4);
    expect(await client.refreshPair(first.refresh)).toEqual(second);
  });

  test('after the grace the same token is theft', async () => {
    const first = await client.signIn();
    const second = await client.refreshPair(first.refresh);
    server.advance(11);
    expect(await client.refresh(first.refresh)).toMatchObject({ status: 401 });
    expect(await client.refresh(second.refresh)).toMatchObject({ status: 401 });
    expect(await client.me(second.access)).toMatchObject({ status: 401 });
  });

  test('a session keeps no more than the tokens spent within the grace, and no token in the clear', async () => {
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

  test('no grace is given in a revoked session', async () => {
    const { refresh } = await client.signIn();
    await client.refreshPair(refresh);
    const { user_id: id } = await server.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    await server.revokeSessions({ id });
    expect(await client.refresh(refresh)).toMatchObject({ status: 401 });
  });
});

describe('in time', () => {
  beforeEach(() => setUp(10));

  test('an access token works for 5 minutes, a refresh token for 30 days', async () => {
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

  test('a session ends 180 days after its sign-in, however often it was refreshed', async () => {
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

  test('a shorter life of sessions ends those that are older, whatever their tokens say', async () => {
    const { access, refresh } = await client.signIn();
    const shorter = await startTestServer({
      frozenClock: true,
      sessionMaxDays: 1,
      people: [],
      database: { db: server.db, drop: async () => undefined },
    });
    shorter.setClock(new Date(server.now().getTime() + 24 * 60 * 60 * 1000 - 1000));
    const there = clientOf(shorter);
    const long = (await there.refreshPair(refresh)).access;
    expect(await there.me(long)).toMatchObject({ status: 200 });
    shorter.advance(2);
    expect(await there.me(long)).toMatchObject({ status: 401 });
    expect(await there.verify(access)).toMatchObject({ status: 401 });
    await shorter.stop();
  });

  test('sessions that ran out are dropped, live ones stay', async () => {
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
