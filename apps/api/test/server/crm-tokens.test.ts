import type { CrmConnection } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AmocrmStub, INTEGRATION, startAmocrm } from '../setup/amocrm-stub.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const HOUR = 60 * 60;
const PATH = `${api}/crm-connections/`;

let world: World;
let account: AmocrmStub;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
});
beforeEach(async () => {
  account = await startAmocrm();
  await world.server.resetLimits();
});
afterEach(async () => {
  account.close();
  await world.server.db.deleteFrom('crm_connections').execute();
});
afterAll(() => world.stop());

const oauth = { ...INTEGRATION, code: 'code-1' };
const connectAmocrm = async (keys: object) => {
  const body = { kind: 'amocrm', address: account.url, password: world.password, ...keys };
  return ok<CrmConnection>(await world.boss.post(PATH, body));
};
const list = async () => ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results;
const refresh = ({ id }: CrmConnection) => world.boss.post(`${PATH}${id}/refresh/`);
const patch = ({ id, version }: CrmConnection, more: object) =>
  world.boss.patch(`${PATH}${id}/`, { version, ...more });

describe('tokens of amoCRM', () => {
  test('are exchanged for a code, and renewed before their end', async () => {
    const connection = await connectAmocrm({ oauth });
    world.server.advance(24 * HOUR);
    ok(await refresh(connection));
    expect(account.paths().filter((path) => path.includes('oauth2'))).toHaveLength(2);
    ok(await refresh(connection));
    expect(account.paths().filter((path) => path.includes('oauth2'))).toHaveLength(2);
  });

  test.each([
    ['an expired code', { code: 'expired' }],
    ['another secret', { client_secret: 'wrong' }],
  ])('are not given for %s, and the message says what to check', async (_, wrong) => {
    const keys = { kind: 'amocrm', address: account.url, oauth: { ...oauth, ...wrong } };
    expect(await world.boss.post(PATH, { ...keys, password: world.password })).toMatchObject({
      status: 400,
      body: { 'oauth.code': [expect.stringContaining('Код не принят: он действует 20 минут')] },
    });
    expect(await list()).toEqual([]);
  });

  test('are replaced with a new code after they were revoked', async () => {
    const connection = await connectAmocrm({ oauth });
    account.account.tokens.clear();
    account.account.refreshTokens.clear();
    expect(await refresh(connection)).toMatchObject({ status: 409 });
    account.account.refreshTokens.add('code-2');
    const keys = { oauth: { ...oauth, code: 'code-2' } };
    expect(await patch(connection, keys)).toMatchObject({
      status: 400,
      body: { password: expect.anything() },
    });
    const repaired = ok<CrmConnection>(await patch(connection, { ...keys, password: world.password }));
    expect(repaired).toMatchObject({ state: 'connected', cause: '' });
    world.server.advance(24 * HOUR);
    ok(await refresh(repaired));
  });

  test('are renewed once for concurrent calls', async () => {
    const connection = await connectAmocrm({ oauth });
    account.account.tokens.clear();
    const responses = await Promise.all([refresh(connection), refresh(connection), refresh(connection)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(account.paths().filter((path) => path.includes('oauth2'))).toHaveLength(2);
  });

  test('that were revoked break the connection', async () => {
    const connection = await connectAmocrm({ oauth });
    account.account.tokens.clear();
    account.account.refreshTokens.clear();
    expect(await refresh(connection)).toMatchObject({ status: 409 });
    const [broken] = await list();
    expect(broken).toMatchObject({ state: 'broken', cause: expect.stringContaining('отозвали') });
  });

  test('stay valid after a renewal that amoCRM did not answer', async () => {
    const connection = await connectAmocrm({ oauth });
    account.account.tokens.clear();
    account.intercept = ({ path }) => (path.includes('oauth2') ? 'close' : undefined);
    expect(await refresh(connection)).toMatchObject({ status: 409 });
    account.intercept = () => undefined;
    expect((await refresh(connection)).status).toBe(200);
    expect((await list())[0]?.state).toBe('connected');
  });
});
