import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { OLGA, PAVEL_PHONE } from '../test/server.ts';
import { CREDENTIALS } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('during a login in another tab the previous user is shown until the new one is known', async () => {
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

test('during a login in another tab an expired token of the previous user is not exchanged', async () => {
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

test('while no user is signed in a request carries no token, also if storage has one', async () => {
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

test('of two tabs that sign in at once the one that stored its tokens last wins in both', async () => {
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
