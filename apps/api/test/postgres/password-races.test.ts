import type { Sessions, TokenPair } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { countValues } from '../setup/parallel.ts';
import { startTwoServers } from '../setup/two-servers.ts';
import { createCaller, getInvitationToken, ok } from '../setup/world.ts';

const ROUNDS = 8;
const SIGN_INS = 6;

let servers: [TestServer, TestServer];
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ servers, stop } = await startTwoServers({ people: [], trustProxy: ['loopback'] }));
});
afterAll(() => stop());

const clientAt = (index: number) => createClient(servers[index % 2 === 0 ? 0 : 1]);
const phoneOf = (round: number) => `+7916000${String(round).padStart(4, '0')}`;

test('a password change keeps only its own session despite concurrent sign-ins and token exchanges', async () => {
  const outcomes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [phone, password, next] = [phoneOf(round), `the password of ${round}`, `the next one of ${round}`];
    await servers[0].createUser({ phone, password, role: 'partner' });
    await servers[0].resetLimits();
    const open = async (at: number) => (await clientAt(at).login({ phone, password })).body as TokenPair;
    const [own, other] = [await open(0), await open(1)];
    const caller = createCaller(servers[0], own.access);

    const change = caller.post('/api/accounts/password/', { current_password: password, new_password: next });
    const signIns = Array.from({ length: SIGN_INS }, (_, at) =>
      clientAt(at).login({ phone, password }, { 'x-forwarded-for': `203.0.113.${at}` }),
    );
    const [changed, refreshed, ...signedIn] = await Promise.all([
      change,
      clientAt(1).refresh(other.refresh),
      ...signIns,
    ]);
    expect(changed.status).toBe(204);
    for (const { status } of [refreshed, ...signedIn]) expect([200, 401]).toContain(status);
    outcomes.push(...signedIn.map(({ status }) => status));

    const { results } = ok<Sessions>(await caller.get('/api/accounts/sessions/'));
    expect(results.map(({ is_current }) => is_current)).toEqual([true]);
    for (const { status, body } of [refreshed, ...signedIn]) {
      if (status !== 200) continue;
      const pair = body as TokenPair;
      expect((await clientAt(0).me(pair.access)).status).toBe(401);
      expect((await clientAt(1).refresh(pair.refresh)).status).toBe(401);
    }
  }
  // Some sign-ins must run before the change and some after it.
  expect(Object.keys(countValues(outcomes)).sort()).toEqual(['200', '401']);
});

test('ten concurrent acceptances of an invitation at two servers succeed once', async () => {
  const [phone, password] = ['+79160009999', 'the password of a boss'];
  await servers[0].createUser({ phone, password, role: 'organization' });
  const boss = createCaller(
    servers[0],
    ((await clientAt(0).login({ phone, password })).body as TokenPair).access,
  );
  for (let round = 0; round < 4; round += 1) {
    const card = { phone: `+7916111000${round}` };
    const invited = ok<{ id: string; invitation: { url: string } }>(
      await boss.post('/api/referral/partners/', card),
    );
    await servers[0].resetLimits();
    const token = getInvitationToken(invited.invitation.url);
    const accept = (at: number) =>
      clientAt(at).post('/api/public/invitations/accept/', {
        token,
        password: `a word of ${at % 3}, chosen`,
      });
    const responses = await Promise.all(Array.from({ length: 10 }, (_, at) => accept(at)));
    const counts = countValues(responses.map(({ status }) => status));
    expect(counts[200]).toBe(1);
    for (const { status } of responses) expect([200, 400, 404, 429]).toContain(status);
    const { id } = await servers[0].findUser(card.phone);
    const activeSessions = await servers[0].db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .execute();
    expect(activeSessions).toHaveLength(1);
  }
});

test('an invitation accepted while it is revoked or replaced either works or is refused, and never both', async () => {
  const [phone, password] = ['+79160008888', 'the password of a boss'];
  await servers[0].createUser({ phone, password, role: 'organization' });
  const boss = createCaller(
    servers[0],
    ((await clientAt(0).login({ phone, password })).body as TokenPair).access,
  );
  for (let round = 0; round < 8; round += 1) {
    const invited = ok<{ id: string; invitation: { url: string } }>(
      await boss.post('/api/referral/partners/', { phone: `+7916222000${round}` }),
    );
    await servers[0].resetLimits();
    const at = `/api/referral/partners/${invited.id}/invitation/`;
    const acceptance = {
      token: getInvitationToken(invited.invitation.url),
      password: 'a word of one, chosen',
    };
    const [accepted, ...others] = await Promise.all([
      clientAt(1).post('/api/public/invitations/accept/', acceptance),
      round % 2 === 0 ? boss.post(at) : boss.delete(at),
    ]);
    const [other] = others;
    const inOrder = `${accepted.status} ${other?.status}`;
    expect(['200 409', '404 201', '404 204']).toContain(inOrder);
    const card = (await boss.get(`/api/referral/partners/${invited.id}/`)).body as { status: string };
    expect(card.status).toBe(accepted.status === 200 ? 'active' : 'invited');
  }
});
