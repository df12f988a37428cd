import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { OLGA, PAVEL_PHONE } from '../test/server.ts';
import { CREDENTIALS, setUp } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

const LOCK = 'auth:refresh_token';
const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ['before', [10, 5]],
  ['after', [5, 10]],
] as const)('a login that begins %s another tab asks for the lock', (_, [request, login]) => {
  test('a login does not let its tab spend the token that is being refreshed', async () => {
    const { server, tabs } = await openTabs(2);
    const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
    server.expireAccess();
    server.on('refresh', server.slowly('refresh', 500));
    const requests = [here.auth.fetch('/api/x/')];
    await vi.advanceTimersByTimeAsync(10);
    setTimeout(() => requests.push(there.auth.fetch('/api/x/')), request);
    await vi.advanceTimersByTimeAsync(login);
    const { value } = await finish(here.auth.login(pavel));
    await finish(Promise.all(requests));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.doubleSpends()).toBe(0);
    for (const { auth } of tabs) expect(auth.getState().user).toEqual(value);
  });
});

test('a login is stored within two seconds although the refresh of its tab gets no response', async () => {
  const { server, tabs } = await openTabs(2);
  const { auth } = nth(tabs, 0);
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const request = auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  const { took } = await finish(auth.login(pavel));
  expect(took).toBeLessThanOrEqual(2_000);
  expect((await request).status).toBe(401);
  await vi.advanceTimersByTimeAsync(100);
  for (const tab of tabs) expect(tab.auth.getState().user).toMatchObject({ first_name: 'Павел' });
});

test('a tab whose login was overtaken shows the session of the other tab, also if it verified storage meanwhile', async () => {
  const { server, tabs, open, browser } = await openTabs(1);
  const [here, there] = [open(), nth(tabs, 0)];
  let release = () => {};
  browser.locks.hold(LOCK, new Promise((resolve) => (release = resolve)));
  const login = here.auth.login(CREDENTIALS).catch(({ code }: { code: string }) => code);
  await vi.advanceTimersByTimeAsync(10);
  server.on('verify', server.slowly('verify', 20));
  const startup = here.auth.initialize();
  await vi.advanceTimersByTimeAsync(10);
  server.on('users/me', server.slowly('users/me', 500));
  release();
  await vi.advanceTimersByTimeAsync(5);
  server.off('users/me');
  await vi.advanceTimersByTimeAsync(200);
  await finish(there.auth.login(CREDENTIALS));
  expect((await finish(login)).value).toBe('superseded');
  await finish(startup);
  await vi.advanceTimersByTimeAsync(100);
  expect(here.auth.getState()).toMatchObject({ isLoading: false, user: OLGA });
});

test('a startup that ends while a login waits to be stored does not overtake it', async () => {
  const { tabs, open, browser } = await openTabs(1);
  await nth(tabs, 0).auth.logout();
  const { auth } = open();
  browser.locks.hold(LOCK);
  const login = auth.login(CREDENTIALS);
  await vi.advanceTimersByTimeAsync(10);
  await auth.initialize();
  expect(auth.getState()).toMatchObject({ isInitialized: true, isLoading: true, user: null });
  expect((await finish(login)).value).toEqual(OLGA);
  expect(auth.getState().user).toEqual(OLGA);
});

test('a login refreshes its token although that of another user was refused just before', async () => {
  const { auth, server } = setUp();
  server.on('users/me', () => new Response('{}', { status: 401 }));
  await auth.login(CREDENTIALS).catch(() => {});
  expect(server.count('refresh')).toBe(1);
  server.off('users/me');
  server.on('login', (request) => {
    server.off('login');
    return server.answer(request).then((response) => {
      server.expireAccess();
      return response;
    });
  });
  expect(await auth.login(pavel)).toMatchObject({ first_name: 'Павел' });
  expect(server.count('refresh')).toBe(2);
});
