import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowser } from '../test/browser.ts';
import { finish } from '../test/finish.ts';
import { createServer, json, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import { BASE, CREDENTIALS, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import type { SessionEndReason } from './options.ts';
import { memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const backend = {
  login: async () => ({ accessToken: 'a', refreshToken: 'r', user: OLGA }),
  refresh: async () => ({ accessToken: 'b' }),
  getUser: async () => OLGA,
};

describe('debug', () => {
  test('debug reports each step and its outcome', async () => {
    const steps: unknown[] = [];
    const { auth } = setUp({ debug: (...parts) => steps.push(parts) });
    await auth.initialize();
    await auth.login(CREDENTIALS);
    await auth.logout();
    expect(steps).toEqual([
      ['session', { isAuth: false }],
      ['login-started', { isAuth: false }],
      ['call login', { ok: true }],
      ['call getUser', { ok: true }],
      ['login-succeeded', { isAuth: true }],
      ['logout', { isAuth: false }],
      ['session ended', { reason: 'logout' }],
    ]);
  });

  test('debug goes to the console when it is true, and is off by default', async () => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    await setUp().auth.initialize();
    expect(debug).not.toHaveBeenCalled();
    await setUp({ debug: true }).auth.initialize();
    expect(debug.mock.calls).toEqual([['auth: session', { isAuth: false }]]);
  });
});

describe('a logout call', () => {
  test('a logout call is made only for an existing session', async () => {
    const logout = vi.fn(async () => undefined);
    const { auth } = setUp({ backend: { ...backend, logout } });
    await auth.logout();
    expect(logout).not.toHaveBeenCalled();
    await auth.login(CREDENTIALS);
    await auth.logout();
    expect(logout).toHaveBeenCalledOnce();
  });

  test('a logout call is not reported where the backend has none', async () => {
    const steps: string[] = [];
    const { auth } = setUp({ backend, debug: (what) => steps.push(what) });
    await auth.login(CREDENTIALS);
    await auth.logout();
    expect(steps).not.toContain('call logout');
  });
});

test('a refused refresh is logged with its error', async () => {
  const { auth, server, warnings } = await setUpSignedIn();
  server.expireAccess();
  server.revokeAll();
  await auth.fetch('/api/x/');
  expect(warnings).toEqual([['auth: refresh failed', expect.objectContaining({ code: 'refused' })]]);
});

test('a refresh that takes too long is unreachable with a timeout as the cause', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const given = auth.fetch('/api/x/').catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await given).toMatchObject({
    code: 'unreachable',
    message: 'Нет связи с сервером',
    cause: { message: 'timeout' },
  });
});

test('calls after dispose reject with disposed', async () => {
  const { auth } = setUp();
  auth.dispose();
  await expect(auth.login(CREDENTIALS)).rejects.toThrow('auth: this instance was disposed');
});

test.each([
  ['updateProfile', 'Ошибка сохранения'],
  ['reloadUser', 'Ошибка загрузки пользователя'],
] as const)('%s overtaken by a logout rejects with «%s»', async (name, message) => {
  const { auth, server } = await setUpSignedIn();
  const gate = server.hold('users/me');
  const work = expect(auth[name]({})).rejects.toMatchObject({ code: 'superseded', message });
  await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
  await auth.logout();
  gate.release();
  await work;
});

test('a session of mixed users is reported as ended elsewhere', async () => {
  const { server, tabs } = await openTabs(1);
  const { auth, storage } = nth(tabs, 0);
  const reasons: SessionEndReason[] = [];
  auth.onSessionEnd((reason) => reasons.push(reason));
  storage.setItem('user_data', JSON.stringify({ ...OLGA, id: 1 }));
  await auth.fetch('/api/x/');
  server.expireAccess();
  await finish(auth.fetch('/api/x/'));
  storage.setItem('user_data', JSON.stringify({ ...OLGA, id: 2 }));
  await vi.advanceTimersByTimeAsync(100);
  expect(reasons).toEqual(['elsewhere']);
});

test('a user stored by another tab that the schema does not accept leaves the user who was shown', async () => {
  let isStrict = false;
  const { auth, storage } = await setUpSignedIn({
    userSchema: {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: (value) => (isStrict ? { issues: [{ message: 'no' }] } : { value: value as typeof OLGA }),
      },
    },
  });
  expect(auth.getState().isAuth).toBe(true);
  isStrict = true;
  storage.setItem('user_data', JSON.stringify({ ...OLGA, first_name: 'Анна' }));
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(10);
  expect(auth.getState()).toMatchObject({ isAuth: true, user: OLGA });
});

test('a session of another tab whose user the schema does not accept is not shown with the earlier user', async () => {
  const isOlga = (user: unknown) => (user as typeof OLGA).first_name === OLGA.first_name;
  const { auth, server, storage } = await setUpSignedIn({
    userSchema: {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: (value) =>
          isOlga(value) ? { value: value as typeof OLGA } : { issues: [{ message: 'no' }] },
      },
    },
  });
  expect(auth.getState().user).toEqual(OLGA);
  leaveSession(storage, server.issue(PAVEL_PHONE), PAVEL);
  storage.setItem('auth_session', JSON.stringify({ base: BASE, id: 'another' }));
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(10);
  expect(auth.getState()).toMatchObject({ isAuth: false, user: null });
});

test('a key of another program written by another tab is ignored', async () => {
  const { tabs } = await openTabs(2);
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  const getItem = vi.spyOn(here.storage, 'getItem');
  there.storage.setItem('theme', 'dark');
  await vi.advanceTimersByTimeAsync(100);
  expect(getItem).not.toHaveBeenCalled();
});

test('two APIs in one page do not wait for each other’s lock', async () => {
  const bank = 'http://127.0.0.1:9000';
  const [shop, other] = [createServer(), createServer()];
  const browser = createBrowser();
  const storage = memoryStorage();
  await browser.openTab({ baseUrl: BASE, fetch: shop.fetch, storage }).auth.login(CREDENTIALS);
  const { auth } = browser.openTab({ baseUrl: bank, fetch: other.fetch, storage });
  await auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  await vi.advanceTimersByTimeAsync(100);
  browser.locks.hold('auth:refresh_token');
  other.expireAccess();
  other.on('/api/x/', (request) =>
    json({}, request.headers.get('authorization') === 'Bearer access-1' ? 401 : 200),
  );
  const { value, took } = await finish(auth.fetch('/api/x/'));
  expect([value.status, took < 100]).toEqual([200, true]);
});
