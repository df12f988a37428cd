import { afterEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import {
  asTokens,
  CREDENTIALS,
  contents,
  EMPTY,
  leaveSession,
  setUp,
  setUpSignedIn,
} from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import { initialState } from './state.ts';
import { memoryStorage } from './storage.ts';

afterEach(() => {
  vi.useRealTimers();
});

const signedOut = { ...initialState, isInitialized: true };

test('setSession loads the user, takes the role from it and stores everything', async () => {
  const { auth, server, storage } = setUp();
  await auth.initialize();
  const states: object[] = [];
  auth.subscribe((state) => states.push(state));
  await expect(auth.setSession(asTokens(server.issue()))).resolves.toEqual(OLGA);
  expect(states[0]).toMatchObject({ isLoading: true, error: null, isAuth: false });
  expect(auth.getState()).toEqual({ ...signedOut, user: OLGA, role: 'organization', isAuth: true });
  expect(server.calls).toEqual([
    { method: 'GET', path: 'users/me', authorization: 'Bearer access-1', body: '' },
  ]);
  expect(await contents(storage)).toEqual(['access-1', 'refresh-1', JSON.stringify(OLGA), 'organization']);
});

test('setSession with a user makes no request, and the next one carries the new token', async () => {
  const { auth, server, storage } = setUp();
  await expect(
    auth.setSession({ ...asTokens(server.issue(PAVEL_PHONE)), user: { ...PAVEL } }),
  ).resolves.toEqual(PAVEL);
  expect(server.calls).toEqual([]);
  expect(auth.getState()).toMatchObject({ isAuth: true, isInitialized: true, role: 'partner', user: PAVEL });
  expect(await contents(storage)).toEqual(['access-1', 'refresh-1', JSON.stringify(PAVEL), 'partner']);
  await auth.fetch('/api/leads/');
  expect(server.calls.at(-1)).toMatchObject({ path: '/api/leads/', authorization: 'Bearer access-1' });
});

test.each([
  ['a list', []],
  ['null', null],
  ['a string', 'Ольга'],
])('%s in place of the user counts as absent', async (_name, user) => {
  const { auth, server } = setUp();
  await auth.setSession({ ...asTokens(server.issue()), user: user as never });
  expect(server.count('users/me')).toBe(1);
  expect(auth.getState().user).toEqual(OLGA);
});

test('a session of setSession is refreshed like one of a login', async () => {
  const { auth, server, storage } = setUp();
  await auth.setSession(asTokens(server.issue()));
  server.expireAccess();
  expect((await auth.fetch('/api/leads/')).status).toBe(200);
  expect(server.count('refresh')).toBe(1);
  expect((await contents(storage)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
});

test('setSession during a startup that removes leftovers keeps the new session, with a slow storage', async () => {
  vi.useFakeTimers();
  for (let delay = 0; delay <= 60; delay += 5) {
    const inner = memoryStorage();
    inner.setItem('access_token', 'left');
    const later = async <T>(work: () => T): Promise<T> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return work();
    };
    const { auth } = setUp({
      storage: {
        getItem: (key) => later(() => inner.getItem(key) as string | null),
        setItem: (key, value) => later(() => inner.setItem(key, value)),
        removeItem: (key) => later(() => inner.removeItem(key)),
      },
    });
    const started = auth.initialize();
    await vi.advanceTimersByTimeAsync(delay);
    const session = auth.setSession({ accessToken: 'a', refreshToken: 'r', user: OLGA });
    expect((await finish(session)).value, `after ${delay} ms`).toEqual(OLGA);
    await finish(started);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await contents(inner)).slice(0, 2), `after ${delay} ms`).toEqual(['a', 'r']);
    expect(auth.getState().user).toEqual(OLGA);
    auth.dispose();
  }
});

test.each([
  ['no refresh token', { accessToken: 'a' }],
  ['no access token', { refreshToken: 'r' }],
  ['tokens of another type', { accessToken: 1, refreshToken: {} }],
  ['a token that is no header value', { accessToken: 'a\nb', refreshToken: 'ё' }],
  ['nothing', undefined],
])('setSession with %s is misconfigured, and the existing session stays', async (_name, session) => {
  const { auth, server, storage } = await setUpSignedIn();
  const before = await contents(storage);
  await expect(auth.setSession(session as never)).rejects.toMatchObject({
    name: 'AuthError',
    code: 'misconfigured',
    status: null,
  });
  expect(auth.getState()).toMatchObject({ isAuth: true, user: OLGA, isLoading: false });
  expect(await contents(storage)).toEqual(before);
  expect(server.calls).toEqual([]);
});

test('tokens of another user replace a session that was not read before', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  await auth.setSession({ ...asTokens(server.issue(PAVEL_PHONE)), user: PAVEL });
  expect(auth.getState()).toMatchObject({ isAuth: true, user: PAVEL });
  expect(await contents(storage)).toEqual(['access-2', 'refresh-2', JSON.stringify(PAVEL), 'partner']);
});

test.each([
  ['a detail', () => json({ detail: 'Пользователь неактивен' }, 403), 'Пользователь неактивен'],
  ['no detail', () => json({}, 500), 'Ошибка загрузки пользователя'],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'Ошибка загрузки пользователя'],
])('tokens whose user cannot be loaded (%s) are not stored', async (_name, answer, message) => {
  const { auth, server, storage } = setUp();
  server.on('users/me', answer);
  await expect(auth.setSession(asTokens(server.issue()))).rejects.toMatchObject({ message });
  expect(auth.getState()).toMatchObject({ isAuth: false, isLoading: false, error: { message } });
  expect(await contents(storage)).toEqual(EMPTY);
});

test('a logout during setSession wins, with a user given and with one to load', async () => {
  for (const user of [undefined, OLGA]) {
    const { auth, server, storage } = setUp();
    await auth.initialize();
    const session = auth.setSession({ ...asTokens(server.issue()), user });
    const refused = expect(session).rejects.toMatchObject({ code: 'superseded', message: 'Ошибка входа' });
    await auth.logout();
    await refused;
    expect(auth.getState()).toEqual(signedOut);
    expect(await contents(storage)).toEqual(EMPTY);
  }
});

test('a user that arrives after logout changes nothing', async () => {
  const { auth, server, storage } = setUp();
  const gate = server.hold('users/me');
  const session = auth.setSession(asTokens(server.issue()));
  await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
  await auth.logout();
  gate.release();
  await expect(session).rejects.toMatchObject({ code: 'superseded' });
  expect(auth.getState()).toEqual(signedOut);
  expect(await contents(storage)).toEqual(EMPTY);
});

test('a request of the previous user is not retried with the tokens of setSession', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  const gate = server.hold('/api/leads/');
  const request = auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.count('/api/leads/')).toBe(1));
  await auth.setSession({ ...asTokens(server.issue(PAVEL_PHONE)), user: PAVEL });
  gate.release();
  expect((await request).status).toBe(401);
  expect(server.count('/api/leads/')).toBe(1);
  expect(auth.getState().user).toEqual(PAVEL);
});

test('the later of login and setSession wins', async () => {
  const { auth, server, storage } = setUp();
  const user = server.hold('users/me');
  const session = expect(auth.setSession(asTokens(server.issue()))).rejects.toMatchObject({
    code: 'superseded',
  });
  await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
  server.off('users/me');
  await auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  user.release();
  await session;
  expect(auth.getState()).toMatchObject({ user: { first_name: 'Павел' }, isLoading: false, error: null });

  const answer = server.hold('login');
  const login = expect(auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE })).rejects.toMatchObject({
    code: 'superseded',
  });
  await auth.setSession(asTokens(server.issue()));
  answer.release();
  await login;
  expect(auth.getState()).toMatchObject({ user: OLGA, isLoading: false, error: null });
  expect((await contents(storage))[2]).toBe(JSON.stringify(OLGA));
});

test('setSession during a startup that waits for its response completes the startup', async () => {
  const { auth, server, storage } = setUp({ whenUnreachable: 'wait' });
  storage.setItem('access_token', 'old');
  server.on('verify', () => new Promise(() => {}));
  void auth.initialize();
  await auth.setSession({ ...asTokens(server.issue()), user: OLGA });
  expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: true });
  auth.dispose();
});

test('setSession after dispose rejects and stores nothing', async () => {
  const { auth, server, storage } = setUp();
  auth.dispose();
  await expect(auth.setSession({ ...asTokens(server.issue()), user: OLGA })).rejects.toMatchObject({
    code: 'disposed',
  });
  expect(await contents(storage)).toEqual(EMPTY);
});

test('another tab follows setSession without a request, and never mixes two users', async () => {
  vi.useFakeTimers();
  const { server, tabs } = await openTabs(2);
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  const seen = new Set<unknown>();
  there.auth.subscribe(({ user, role }) => seen.add(JSON.stringify([user?.['first_name'], role])));
  await finish(here.auth.setSession({ ...asTokens(server.issue(PAVEL_PHONE)), user: PAVEL }));
  await vi.advanceTimersByTimeAsync(250);
  expect(there.auth.getState()).toMatchObject({ isAuth: true, user: PAVEL, role: 'partner' });
  expect([...seen]).toEqual([JSON.stringify(['Павел', 'partner'])]);
  expect(server.calls).toEqual([]);
});
