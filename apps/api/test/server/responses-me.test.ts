import type { User } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { forge } from '../setup/forge.ts';

const path = '/api/accounts/users/me/';
const NOT_PROVIDED = { detail: 'Учетные данные не были предоставлены.' };
const BAD_HEADER = {
  detail: 'Заголовок авторизации должен содержать два значения, разделенных пробелом',
  code: 'bad_authorization_header',
};
const refused = (message: string) => ({
  detail: 'Данный токен недействителен для любого типа токена',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
});
const NOT_VALID = refused('Токен недействителен или просрочен');
const NO_USER = { detail: 'Токен не содержит идентификатор пользователя', code: 'token_not_valid' };
const NOT_FOUND = { detail: 'Пользователь не найден', code: 'user_not_found' };

const ANNA = {
  id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
  phone: '+79000000001',
  role: 'organization',
  first_name: 'Анна',
  last_name: 'Иванова',
  father_name: 'Петровна',
  email: 'anna@example.com',
  is_email_confirmed: true,
  can_confirm_email: false,
  position: 'owner',
  organization: { id: expect.any(String), name: 'Организация' },
  permissions: expect.arrayContaining(['createPayment', 'updateOrganization']),
  time_zone: 'Europe/Moscow',
  support: [{ organization: 'Организация', url: '' }],
};

let server: TestServer;
let client: ReturnType<typeof createClient>;
let access: string;
let user: User;
beforeAll(async () => {
  server = await startTestServer();
  client = createClient(server);
  ({ access } = await client.signIn());
  user = (await client.me(access)).body as User;
});
afterAll(() => server.stop());

const now = Math.floor(Date.now() / 1000);
const claims = (more: object) => ({ token_type: 'access', exp: now + 300, iat: now, jti: 'a', ...more });

type Case = [name: string, status: number, body: unknown, header: () => unknown];

const HEADERS: Case[] = [
  ['a live access token', 200, ANNA, () => `Bearer ${access}`],
  ['no Authorization header', 401, NOT_PROVIDED, () => undefined],
  ['an empty Authorization header', 401, NOT_PROVIDED, () => ''],
  ['a scheme alone', 401, BAD_HEADER, () => 'Bearer'],
  ['three words in the header', 401, BAD_HEADER, () => `Bearer ${access} more`],
  ['a lower-case scheme', 401, NOT_PROVIDED, () => `bearer ${access}`],
  ['another scheme', 401, NOT_PROVIDED, () => 'Basic YTpi'],
  ['an invalid token', 401, NOT_VALID, () => 'Bearer garbage'],
  ['an expired token', 401, NOT_VALID, async () => `Bearer ${await forge(claims({ exp: now - 5 }))}`],
  [
    'a refresh token',
    401,
    refused('Токен имеет неправильный тип'),
    async () => `Bearer ${(await client.signIn()).refresh}`,
  ],
  ['a token without a user', 401, NO_USER, async () => `Bearer ${await forge(claims({}))}`],
  [
    'a numeric user id in the token',
    401,
    NOT_FOUND,
    async () => `Bearer ${await forge(claims({ user_id: 5 }))}`,
  ],
  [
    'a token without a session',
    401,
    NOT_VALID,
    async () => `Bearer ${await forge(claims({ user_id: user.id }))}`,
  ],
  [
    'the session of another user',
    401,
    NOT_VALID,
    async () => {
      const [otherSession] = await server.db.selectFrom('sessions').select('id').execute();
      const { id } = await server.findUser('+79000000002');
      return `Bearer ${await forge(claims({ user_id: id, sid: otherSession?.id }))}`;
    },
  ],
];

describe('GET /api/accounts/users/me/', () => {
  test.each(HEADERS)(
    'responds to %s with %i',
    { tags: ['spec/7.call.me'] },
    async (_name, status, body, header) => {
      const authorization = await header();
      const headers = authorization === undefined ? {} : { authorization: String(authorization) };
      const response = await client.request(path, { headers });
      expect(response).toMatchObject({ status });
      expect(response.body).toEqual(body);
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="api"' : null);
    },
  );

  test('responds 401 to a deleted user', async () => {
    const person = await server.createUser({ phone: '+79000000008', password: 'long password', role: null });
    const { body } = await client.login({ phone: person.phone, password: 'long password' });
    await server.deleteUser(person);
    const response = await client.me((body as { access: string }).access);
    expect(response).toMatchObject({ status: 401, body: NOT_FOUND });
  });

  test('responds 401 to an inactive user', async () => {
    const person = await server.createUser({ phone: '+79000000007', password: 'long password', role: null });
    const { body } = await client.login({ phone: person.phone, password: 'long password' });
    await server.setActive(person, false);
    const response = await client.me((body as { access: string }).access);
    const expected = { detail: 'Пользователь неактивен', code: 'user_inactive' };
    expect(response).toMatchObject({ status: 401, body: expected });
  });

  test.each(['PUT', 'DELETE', 'POST'])('the method %s responds 405', async (method) => {
    const response = await client.request(path, { method, headers: { authorization: `Bearer ${access}` } });
    expect(response).toMatchObject({ status: 405, body: { detail: `Метод "${method}" не разрешен.` } });
    expect(response.headers.get('allow')).toBe('GET, PATCH, HEAD, OPTIONS');
  });

  test('returns null as the role of a user without a role', async () => {
    const person = await server.createUser({ phone: '+79000000006', password: 'long password', role: null });
    const { body } = await client.login({ phone: person.phone, password: 'long password' });
    const response = await client.me((body as { access: string }).access);
    expect(response).toMatchObject({ status: 200, body: { role: null, first_name: '', email: '' } });
  });
});

const EMPTY = ['Это поле не может быть пустым.'];
const BAD_EMAIL = ['Введите правильный адрес электронной почты.'];
const TOO_LONG = ['Убедитесь, что это значение содержит не более 150 символов.'];

/** The profile after an e-mail change. */
const CHANGED = { ...ANNA, is_email_confirmed: false };
const password = 'demo-organization';

const PATCHES: [name: string, status: number, body: unknown, patch: unknown][] = [
  [
    'names and e-mail',
    200,
    { ...CHANGED, first_name: 'Ольга', father_name: '', email: 'a@example.test' },
    { first_name: ' Ольга ', father_name: '', email: 'a@example.test', password },
  ],
  ['read-only fields', 200, CHANGED, { id: 'x', phone: '+70000000000', role: 'partner', is_active: false }],
  ['no fields', 200, CHANGED, {}],
  [
    'an e-mail in a Cyrillic domain',
    200,
    { ...CHANGED, email: 'anna@почта.рф' },
    { email: 'anna@почта.рф', password },
  ],
  [
    'an e-mail without the password',
    400,
    { password: ['Введите пароль: без него почту не изменить.'] },
    { email: 'a@example.test' },
  ],
  ['the current e-mail', 200, CHANGED, { email: 'anna@example.com' }],
  ['a bad e-mail', 400, { email: BAD_EMAIL }, { email: 'anna@' }],
  ['null as a name', 400, { first_name: EMPTY }, { first_name: null }],
  ['a name of 151 characters', 400, { first_name: TOO_LONG }, { first_name: 'я'.repeat(151) }],
  ['two errors', 400, { first_name: EMPTY, email: BAD_EMAIL }, { first_name: null, email: 'x' }],
  ['an array as the body', 400, { non_field_errors: [expect.stringContaining('массив')] }, [1]],
];

describe('PATCH /api/accounts/users/me/', () => {
  test.each(PATCHES)('responds to %s with %i', async (_name, status, body, patch) => {
    const names = { first_name: 'Анна', father_name: 'Петровна' };
    await client.patch(access, { ...names, email: 'anna@example.test', password });
    await client.patch(access, { ...names, email: 'anna@example.com', password });
    const response = await client.patch(access, patch);
    expect(response).toMatchObject({ status });
    expect(response.body).toEqual(body);
    if (status === 200) expect((await client.me(access)).body).toEqual(body);
  });

  test('accepts a name of 150 characters and counts an emoji as one', async () => {
    const name = '😀'.repeat(150);
    expect(await client.patch(access, { last_name: name })).toMatchObject({ body: { last_name: name } });
  });

  test('responds 400 to malformed JSON, and 401 to unauthenticated users before reading the body', async () => {
    const malformed = { method: 'PATCH', body: '{', headers: { 'content-type': 'application/json' } };
    expect(await client.request(path, malformed)).toMatchObject({ status: 401, body: NOT_PROVIDED });
    const headers = { ...malformed.headers, authorization: `Bearer ${access}` };
    expect(await client.request(path, { ...malformed, headers })).toMatchObject({ status: 400 });
  });
});
