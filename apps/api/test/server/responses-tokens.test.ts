import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { forge, tampered, unsigned } from '../setup/forge.ts';

const NOT_VALID = { detail: 'Токен недействителен или просрочен', code: 'token_not_valid' };
const NO_ID = { detail: 'У токена нет идентификатора', code: 'token_not_valid' };
const NO_EXPIRY = { detail: 'Токен не содержит срока действия', code: 'token_not_valid' };
const WRONG_TYPE = { detail: 'Токен имеет неправильный тип', code: 'token_not_valid' };
const SPENT = { detail: 'Токен занесен в черный список', code: 'token_not_valid' };
const REQUIRED = ['Обязательное поле.'];
const EMPTY = ['Это поле не может быть пустым.'];
const secret = 'another key, just as long as the server’s';

let server: TestServer;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  server = await startTestServer({ refreshGrace: 0 });
  client = createClient(server);
});
afterAll(() => server.stop());

/** Claims as the server signs them, for an unknown user. */
const claims = (type: string, more: object = {}) => {
  const now = Math.floor(Date.now() / 1000);
  return { token_type: type, exp: now + 300, iat: now, jti: 'a1', user_id: 7, ...more };
};
const expiredAt = Math.floor(Date.now() / 1000) - 10;
const pairOf = () => client.signIn();

type Case = [name: string, status: number, body: unknown, token: () => unknown];

const VERIFY: Case[] = [
  ['a valid access token', 200, {}, async () => (await pairOf()).access],
  ['a valid refresh token', 200, {}, async () => (await pairOf()).refresh],
  ['an expired access token', 401, NOT_VALID, () => forge(claims('access', { exp: expiredAt }))],
  ['an expired refresh token', 401, NOT_VALID, () => forge(claims('refresh', { exp: expiredAt }))],
  ['a tampered signature', 401, NOT_VALID, async () => tampered((await pairOf()).access)],
  ['a token signed with another key', 401, NOT_VALID, () => forge(claims('access'), { secret })],
  [
    'a token signed with HS512 and the right key',
    401,
    NOT_VALID,
    () => forge(claims('access'), { algorithm: 'HS512' }),
  ],
  ['an unsigned token', 401, NOT_VALID, () => unsigned(claims('access'))],
  ['a malformed token', 401, NOT_VALID, () => 'garbage'],
  ['a token without an id', 401, NO_ID, () => forge({ ...claims('access'), jti: undefined })],
  ['a token with a numeric id', 401, NO_ID, () => forge({ ...claims('access'), jti: 5 })],
  ['a token without an expiry', 401, NO_EXPIRY, () => forge({ ...claims('access'), exp: undefined })],
  ['a token with text as the expiry', 401, NOT_VALID, () => forge({ ...claims('access'), exp: 'soon' })],
  ['a token without a type', 200, {}, () => forge({ ...claims('access'), token_type: undefined })],
  [
    'a token issued 100 s in the future',
    401,
    NOT_VALID,
    () => forge(claims('access', { iat: expiredAt + 110 })),
  ],
  ['a token of an unknown user', 200, {}, () => forge(claims('access'))],
  ['no token', 400, { token: REQUIRED }, () => undefined],
  ['a blank token', 400, { token: EMPTY }, () => ''],
  ['null as the token', 400, { token: EMPTY }, () => null],
];

describe('POST /api/accounts/verify/', () => {
  test.each(VERIFY)(
    'responds to %s with %i',
    { tags: ['spec/7.call.verify'] },
    async (_name, status, body, token) => {
      const response = await client.post('/api/accounts/verify/', { token: await token() });
      expect(response).toMatchObject({ status });
      expect(response.body).toEqual(body);
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="api"' : null);
    },
  );

  test('ignores an invalid Authorization header', async () => {
    const { access } = await pairOf();
    const dead = { authorization: 'Bearer dead' };
    expect(await client.post('/api/accounts/verify/', { token: access }, dead)).toMatchObject({
      status: 200,
    });
  });

  test('rejects a cached token after it expires', async () => {
    const { access } = await pairOf();
    expect(await client.verify(access)).toMatchObject({ status: 200 });
    server.advance(301);
    expect(await client.verify(access)).toMatchObject({ status: 401, body: NOT_VALID });
    server.setClock(new Date());
  });
});

const REFRESH: Case[] = [
  ['an access token', 401, WRONG_TYPE, async () => (await pairOf()).access],
  ['an expired token', 401, NOT_VALID, () => forge(claims('refresh', { exp: expiredAt }))],
  ['a malformed token', 401, NOT_VALID, () => 'garbage'],
  ['a token signed with another key', 401, NOT_VALID, () => forge(claims('refresh'), { secret })],
  ['a token without an id', 401, NO_ID, () => forge({ ...claims('refresh'), jti: undefined })],
  ['a token without a session', 401, SPENT, () => forge(claims('refresh'))],
  ['an invalid session id', 401, SPENT, () => forge(claims('refresh', { sid: "' or 1=1" }))],
  ['no token', 400, { refresh: REQUIRED }, () => undefined],
  ['a blank token', 400, { refresh: EMPTY }, () => ''],
  ['null as the token', 400, { refresh: EMPTY }, () => null],
];

describe('POST /api/accounts/refresh/', () => {
  test.each(REFRESH)('responds to %s with %i', async (_name, status, body, token) => {
    const response = await client.post('/api/accounts/refresh/', { refresh: await token() });
    expect(response).toMatchObject({ status });
    expect(response.body).toEqual(body);
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="api"' : null);
  });

  test('exchanges a live token for a new pair, and verify rejects the old refresh token', async () => {
    const old = await pairOf();
    const pair = await client.refreshPair(old.refresh);
    expect(pair.refresh).not.toBe(old.refresh);
    expect(pair.access).not.toBe(old.access);
    expect(await client.verify(old.refresh)).toMatchObject({
      status: 400,
      body: { non_field_errors: [SPENT.detail] },
    });
    expect(await client.verify(old.access)).toMatchObject({ status: 200, body: {} });
    expect(await client.refresh(old.refresh)).toMatchObject({ status: 401, body: SPENT });
  });

  test('exchanges the token of an inactive user, although users/me rejects the new one', async () => {
    const user = await server.createUser({ phone: '+79000000009', password: 'long password', role: null });
    const { body } = await client.login({ phone: user.phone, password: 'long password' });
    await server.setActive(user, false);
    const pair = await client.refreshPair((body as { refresh: string }).refresh);
    expect(await client.me(pair.access)).toMatchObject({ status: 401, body: { code: 'user_inactive' } });
  });
});
