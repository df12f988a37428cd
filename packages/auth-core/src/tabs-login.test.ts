import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowser } from '../test/browser.ts';
import { finish } from '../test/finish.ts';
import { OLGA, PAVEL_PHONE } from '../test/server.ts';
import { BASE, CREDENTIALS, type PhoneCredentials } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import { AuthError } from './errors.ts';
import type { Backend } from './options.ts';
import type { User } from './state.ts';

const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the previous user is shown during a login in another tab until the new one is known', async () => {
  const { server, tabs } = await openTabs(2, { spread: 4 });
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  const shown: (string | null)[] = [];
  here.auth.subscribe(({ user }) => shown.push(user && `${user['first_name']}`));
  server.on('users/me', server.slowly('users/me', 5_000));
  const login = there.auth.login(pavel);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(here.auth.getState().user).toEqual(OLGA);
  const response = await here.auth.fetch('/api/x/');
  expect(await response.json()).toMatchObject({ who: 'Ольга' });
  await finish(login);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown).toEqual(['Павел']);
});

test('an expired token of the previous user is not exchanged during a login in another tab', async () => {
  const { server, tabs, browser } = await openTabs(2);
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  server.on('users/me', server.slowly('users/me', 5_000));
  const login = there.auth.login(pavel);
  await vi.advanceTimersByTimeAsync(100);
  const kept = browser.truth.get('refresh_token');
  server.on('/api/x/', () => new Response('{}', { status: 401 }));
  expect((await finish(here.auth.fetch('/api/x/'))).value.status).toBe(401);
  expect([server.count('/api/x/'), server.count('refresh')]).toEqual([1, 0]);
  await finish(login);
  expect(browser.truth.get('refresh_token')).toBe(kept);
});

test('a tab opened during a slow login in another tab waits and follows it', async () => {
  const { server, tabs, open } = await openTabs(1, { spread: 2 });
  await nth(tabs, 0).auth.logout();
  server.on('users/me', server.slowly('users/me', 20_000));
  const login = nth(tabs, 0).auth.login(pavel);
  await vi.advanceTimersByTimeAsync(500);
  const second = open();
  const { took } = await finish(second.auth.initialize());
  expect(took).toBeLessThanOrEqual(2_100);
  expect(second.auth.getState()).toMatchObject({ isInitialized: true, isAuth: false });
  const { value } = await finish(login);
  expect(value).toMatchObject({ first_name: 'Павел' });
  await vi.advanceTimersByTimeAsync(100);
  expect(second.auth.getState()).toMatchObject({ isAuth: true, user: { first_name: 'Павел' } });
});

test('an incomplete login of a closed page is removed a minute later', async () => {
  const { server, tabs, open, browser } = await openTabs(1);
  server.on('users/me', () => new Promise(() => {}));
  nth(tabs, 0)
    .auth.login(pavel)
    .catch(() => {});
  await vi.advanceTimersByTimeAsync(500);
  nth(tabs, 0).auth.dispose();
  const { auth } = open();
  await finish(auth.initialize());
  expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false });
  await vi.advanceTimersByTimeAsync(61_000);
  expect([...browser.truth.keys()]).toEqual([]);
});

test('a request carries no token while no user is signed in, also if storage has one', async () => {
  const { server, tabs } = await openTabs(1);
  const { auth } = nth(tabs, 0);
  await auth.logout();
  server.on('users/me', server.slowly('users/me', 1_000));
  const login = auth.login(pavel);
  await vi.advanceTimersByTimeAsync(100);
  expect(auth.getState().isAuth).toBe(false);
  expect((await auth.fetch('/api/x/')).status).toBe(401);
  expect(server.calls.at(-1)).toMatchObject({ path: '/api/x/', authorization: null });
  expect(await auth.getAccessToken()).toBeNull();
  await finish(login);
  expect((await auth.fetch('/api/x/')).status).toBe(200);
});

test('the tab that stored its tokens last wins in both when two tabs sign in at once', async () => {
  const { tabs, server, browser } = await openTabs(2, { spread: 3 });
  server.on('users/me', server.slowly('users/me', 200));
  const logins = [nth(tabs, 0).auth.login(CREDENTIALS), nth(tabs, 1).auth.login(pavel)].map((login) =>
    login.then(
      ({ first_name }) => `${first_name}`,
      ({ code }: { code: string }) => code,
    ),
  );
  const { value } = await finish(Promise.all(logins));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(value.filter((one) => one !== 'superseded')).toHaveLength(1);
  const names = tabs.map((tab) => tab.auth.getState().user?.['first_name']);
  expect(new Set(names).size).toBe(1);
  expect(browser.truth.get('user_data')).toContain(`${names[0]}`);
});

test('a login in progress is not removed when the login of a closed page expires', async () => {
  const { server, tabs, open } = await openTabs(1);
  server.on('users/me', () => new Promise(() => {}));
  nth(tabs, 0)
    .auth.login(pavel)
    .catch(() => {});
  await vi.advanceTimersByTimeAsync(500);
  nth(tabs, 0).auth.dispose();
  const { auth } = open();
  await finish(auth.initialize());
  server.on('users/me', server.slowly('users/me', 5_000));
  await vi.advanceTimersByTimeAsync(58_000);
  const { value } = await finish(auth.login(CREDENTIALS));
  expect(value).toEqual(OLGA);
  expect(auth.getState().user).toEqual(OLGA);
});

test.each([true, false])(
  'a refused refresh does not remove a login in progress in another tab (Web Locks: %s)',
  async (webLocks) => {
    const { server, tabs, browser } = await openTabs(2, { webLocks });
    const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
    server.expireAccess();
    const refresh = server.hold('refresh');
    const request = here.auth.fetch('/api/x/');
    await vi.advanceTimersByTimeAsync(10);
    server.on('users/me', server.slowly('users/me', 5_000));
    const login = there.auth.login(pavel);
    // The login waits two seconds for the lock.
    await vi.advanceTimersByTimeAsync(3_000);
    server.revokeAll();
    refresh.release();
    expect((await finish(request)).value.status).toBe(401);
    expect((await finish(login)).value).toMatchObject({ first_name: 'Павел' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(browser.truth.get('user_data')).toContain('Павел');
    for (const { auth } of tabs) expect(auth.getState().user).toMatchObject({ first_name: 'Павел' });
  },
);

test('a refusal at startup does not remove a login in progress in another tab', async () => {
  const { server, tabs, open, browser } = await openTabs(1);
  server.expireAccess();
  const refresh = server.hold('refresh');
  const opened = open();
  const started = opened.auth.initialize();
  await vi.advanceTimersByTimeAsync(10);
  server.on('users/me', server.slowly('users/me', 5_000));
  const login = nth(tabs, 0).auth.login(pavel);
  await vi.advanceTimersByTimeAsync(3_000);
  server.revokeAll();
  refresh.release();
  await finish(started);
  expect(opened.auth.getState()).toMatchObject({ isInitialized: true, error: null });
  expect((await finish(login)).value).toMatchObject({ first_name: 'Павел' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(browser.truth.get('user_data')).toContain('Павел');
  expect(opened.auth.getState().user).toMatchObject({ first_name: 'Павел' });
});

test.each([
  ['in progress', 10_000],
  ['that has just finished', 0],
])('a cookie refused at startup does not remove a login %s in another tab', async (_when, loadingTime) => {
  const browser = createBrowser();
  let refuse = () => {};
  const backend: Backend<PhoneCredentials, User> = {
    login: async () => ({ accessToken: 'a' }),
    refresh: () =>
      new Promise((_resolve, reject) => {
        refuse = () => reject(new AuthError('refused', '', { status: 401 }));
      }),
    async getUser() {
      await new Promise((resolve) => setTimeout(resolve, loadingTime));
      return OLGA;
    },
  };
  const open = () => browser.openTab({ baseUrl: BASE, backend, restore: 'cookie' }).auth;
  const [here, there] = [open(), open()];
  const started = here.initialize();
  await vi.advanceTimersByTimeAsync(10);
  const login = there.login(CREDENTIALS);
  await vi.advanceTimersByTimeAsync(3_000);
  refuse();
  await finish(started);
  expect((await finish(login)).value).toEqual(OLGA);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(browser.truth.get('access_token')).toBe('a');
  for (const auth of [here, there]) expect(auth.getState().user).toEqual(OLGA);
});
