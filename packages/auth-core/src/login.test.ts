import { expect, test, vi } from 'vitest';
import { html, json, OLGA, PASSWORD, PAVEL_PHONE, PHONE } from '../test/server.ts';
import { CREDENTIALS, contents, EMPTY, setUp, setUpSignedIn } from '../test/session.ts';
import { initialState } from './state.ts';

const signedOut = { ...initialState, isInitialized: true };

test('login stores both tokens, loads the user and takes the role from it', {
  tags: ['spec/3.user', 'spec/3.user.fields', 'spec/4.login.user', 'spec/7.call.me'],
}, async () => {
  const { auth, server, storage } = setUp();
  await auth.initialize();
  const states: object[] = [];
  auth.subscribe((state) => states.push(state));
  await expect(auth.login(CREDENTIALS)).resolves.toEqual(OLGA);
  expect(states[0]).toMatchObject({ isLoading: true, error: null, isAuth: false });
  expect(states.at(-1)).toEqual({
    user: OLGA,
    role: 'organization',
    error: null,
    isAuth: true,
    isLoading: false,
    isInitialized: true,
  });
  expect(server.calls).toEqual([
    {
      method: 'POST',
      path: 'login',
      authorization: null,
      body: JSON.stringify({ phone: PHONE, password: PASSWORD }),
    },
    { method: 'GET', path: 'users/me', authorization: 'Bearer access-1', body: '' },
  ]);
  expect(await contents(storage)).toEqual(['access-1', 'refresh-1', JSON.stringify(OLGA), 'organization']);
});

test('both tokens are stored before the user is loaded', {
  tags: ['spec/4.login.tokens'],
}, async () => {
  const { auth, server, storage } = setUp();
  let seen: unknown[] = [];
  server.on('users/me', async () => {
    seen = await contents(storage);
    return json(OLGA);
  });
  await auth.login(CREDENTIALS);
  expect(seen).toEqual(['access-1', 'refresh-1', null, null]);
});

test('a login clears the error of the previous one', {
  tags: ['spec/4.login.loading'],
}, async () => {
  const { auth } = setUp();
  await expect(auth.login({ phone: PHONE, password: 'wrong' })).rejects.toThrow();
  const next = auth.login({ phone: PHONE, password: PASSWORD });
  expect(auth.getState()).toMatchObject({ error: null, isLoading: true });
  await next;
});

test('a refused login shows the detail, in the error and in the state', {
  tags: ['spec/4.login.failure'],
}, async () => {
  const { auth } = setUp();
  await auth.initialize();
  const error = await auth.login({ phone: PHONE, password: 'wrong' }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    name: 'AuthError',
    code: 'refused',
    message: 'Неверный телефон или пароль',
    detail: 'Неверный телефон или пароль',
    status: 401,
    fieldErrors: {},
  });
  expect(auth.getState()).toEqual({ ...signedOut, error });
});

test('a refusal without a detail has the sentence «Ошибка входа», and field errors are kept by field', {
  tags: ['spec/8.login'],
}, async () => {
  const { auth, server } = setUp();
  server.on('login', () => json({ phone: ['Обязательное поле.'], code: 'x' }, 400));
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({
    message: 'Ошибка входа',
    detail: null,
    fieldErrors: { phone: ['Обязательное поле.'] },
  });
});

test('a refused login makes no refresh and keeps the existing session', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  const before = await contents(storage);
  await expect(auth.login({ phone: PHONE, password: 'wrong' })).rejects.toThrow();
  expect(server.count('refresh')).toBe(0);
  expect(auth.getState()).toMatchObject({ isAuth: true, user: OLGA, isLoading: false });
  expect(await contents(storage)).toEqual(before);
});

test('too many attempts report how long to wait', async () => {
  const { auth, server } = setUp();
  server.on('login', () => json({ detail: 'Слишком много попыток' }, 429, { 'Retry-After': '840' }));
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({
    code: 'unreachable',
    status: 429,
    retryAfter: 840,
    message: 'Слишком много попыток',
  });
});

test.each([
  ['a detail', () => json({ detail: 'Пользователь неактивен' }, 403), 'Пользователь неактивен'],
  ['no detail', () => json({}, 500), 'Ошибка загрузки пользователя'],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'Ошибка загрузки пользователя'],
  ['a list in place of the user', () => json([OLGA]), 'Ошибка загрузки пользователя'],
])(
  'a user that cannot be loaded (%s) leaves no tokens',
  { tags: ['spec/8.user'] },
  async (_name, answer, message) => {
    const { auth, server, storage } = setUp();
    server.on('users/me', answer);
    await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ message });
    expect(auth.getState()).toMatchObject({ isAuth: false, isLoading: false, error: { message } });
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test('a fresh token refused by users/me and then by refresh leaves nothing either', async () => {
  const { auth, server, storage } = setUp();
  server.on('users/me', () => json({ detail: 'Пользователь не найден' }, 401));
  server.on('refresh', () => json({ detail: 'нет' }, 401));
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ message: 'Пользователь не найден' });
  expect(await contents(storage)).toEqual(EMPTY);
  expect(auth.getState()).toMatchObject({ isAuth: false, isLoading: false });
});

test.each([
  ['HTML', () => html(200)],
  ['an empty body', () => new Response(null, { status: 200 })],
  ['no tokens', () => json({})],
  ['one token', () => json({ access: 'a' })],
  ['tokens of another type', () => json({ access: 1, refresh: { a: 1 } })],
  ['a token that is no header value', () => json({ access: 'a\nb', refresh: 'ё' })],
  ['truncated JSON', () => new Response('{"access": "secret-access', { status: 200 })],
])(
  'a login whose response is %s is an AuthError with the sentence and the cause',
  { tags: ['spec/3.login.response'] },
  async (_name, answer) => {
    const { auth, server, storage } = setUp();
    server.on('login', answer);
    const error = await auth.login(CREDENTIALS).catch((cause: unknown) => cause as Error);
    expect(error).toMatchObject({ name: 'AuthError', code: 'unreachable', message: 'Ошибка входа' });
    expect((error as Error).cause).toBeInstanceOf(Error);
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test('a response to a login that arrives after logout changes nothing', async () => {
  const { auth, server, storage } = setUp();
  await auth.initialize();
  const gate = server.hold('login');
  const setItem = vi.spyOn(storage, 'setItem');
  const login = auth.login(CREDENTIALS);
  await auth.logout();
  gate.release();
  await expect(login).rejects.toMatchObject({ code: 'superseded', message: 'Ошибка входа' });
  expect(auth.getState()).toEqual(signedOut);
  expect(setItem).not.toHaveBeenCalled();
});

test('a user that arrives after logout changes nothing', async () => {
  const { auth, server, storage } = setUp();
  const gate = server.hold('users/me');
  const login = auth.login(CREDENTIALS);
  await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
  await auth.logout();
  gate.release();
  await expect(login).rejects.toMatchObject({ code: 'superseded' });
  expect(auth.getState()).toEqual(signedOut);
  expect(await contents(storage)).toEqual(EMPTY);
});

test.each(['login', 'users/me'])('the last of two logins wins when %s is slow', async (slow) => {
  const { auth, server, storage } = setUp();
  const gate = server.hold(slow);
  const first = auth.login(CREDENTIALS);
  const refused = expect(first).rejects.toMatchObject({ code: 'superseded' });
  await vi.waitFor(() => expect(server.count(slow)).toBe(1));
  server.off(slow);
  const second = auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  await second;
  gate.release();
  await refused;
  expect(auth.getState()).toMatchObject({ user: { first_name: 'Павел' }, isLoading: false, error: null });
  expect((await contents(storage))[2]).toContain('Павел');
});

test('no user is signed in when the last of two logins is refused while the first has tokens', async () => {
  const { auth, server, storage } = setUp();
  const gate = server.hold('users/me');
  const first = auth.login(CREDENTIALS);
  const superseded = expect(first).rejects.toMatchObject({ code: 'superseded' });
  await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
  await expect(auth.login({ ...CREDENTIALS, password: 'wrong' })).rejects.toMatchObject({ code: 'refused' });
  gate.release();
  await superseded;
  expect(auth.getState()).toMatchObject({ isAuth: false, isLoading: false, error: { code: 'refused' } });
  expect(await contents(storage)).toEqual(EMPTY);
});

test('a login during a startup that waits for its response completes the startup', async () => {
  const { auth, server, storage } = setUp({ whenUnreachable: 'wait' });
  storage.setItem('access_token', 'old');
  server.on('verify', () => new Promise(() => {}));
  void auth.initialize();
  await auth.login(CREDENTIALS);
  expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: true });
  auth.dispose();
});
