import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import { CREDENTIALS, contents, EMPTY, setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import { memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LOCK = 'auth:refresh_token';
const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };
const superseded = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'superseded' });

test('a login waits two seconds for a lock that is never released, and leaves the queue', async () => {
  const { tabs, browser } = await openTabs(1);
  browser.locks.hold(LOCK);
  const { value, took } = await finish(nth(tabs, 0).auth.login(pavel));
  expect(value).toEqual(PAVEL);
  expect(took).toBe(2_000);
  await vi.advanceTimersByTimeAsync(60);
  expect(browser.locks.waiting()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a login holds the lock for 50 ms, so that storage delivers its tokens to other tabs', async () => {
  const { tabs, browser } = await openTabs(1);
  await nth(tabs, 0).auth.login(pavel);
  await vi.advanceTimersByTimeAsync(45);
  expect(browser.locks.held()).toBe(true);
  await vi.advanceTimersByTimeAsync(10);
  expect(browser.locks.held()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a hanging refresh without Web Locks delays a login by two seconds and does not overwrite it', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  void auth.fetch('/api/x/').catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  const { value, took } = await finish(auth.login(pavel));
  expect(value).toEqual(PAVEL);
  expect(took).toBeLessThanOrEqual(2_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await contents(storage)).toEqual(['access-2', 'refresh-2', JSON.stringify(PAVEL), 'partner']);
});

test('a login that stopped waiting for another instance is not stored a second time', async () => {
  const storage = memoryStorage();
  const other = await setUpSignedIn({ storage });
  other.server.expireAccess();
  other.server.on('refresh', () => new Promise(() => {}));
  void other.auth.fetch('/api/x/').catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  const { auth } = setUp({ storage });
  expect((await finish(auth.login(pavel))).took).toBe(2_000);
  const stored = await contents(storage);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await contents(storage)).toEqual(stored);
  expect(stored[2]).toBe(JSON.stringify(PAVEL));
});

test('a login that was followed by a logout and another login is superseded', async () => {
  const { auth, server, storage } = setUp();
  const gate = server.hold('login');
  const first = superseded(auth.login(CREDENTIALS));
  await vi.waitFor(() => expect(server.count('login')).toBe(1));
  await auth.logout();
  server.off('login');
  const user = server.hold('users/me');
  const last = auth.login(pavel);
  await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
  gate.release();
  await first;
  user.release();
  await expect(last).resolves.toEqual(PAVEL);
  expect((await contents(storage))[2]).toBe(JSON.stringify(PAVEL));
});

test('a login that was overtaken before its tokens were stored does not load the user', async () => {
  const { tabs, browser, server } = await openTabs(1);
  const { auth } = nth(tabs, 0);
  browser.locks.hold(LOCK);
  const login = superseded(auth.login(pavel));
  await vi.advanceTimersByTimeAsync(100);
  await auth.logout();
  await vi.advanceTimersByTimeAsync(3_000);
  await login;
  expect(server.count('users/me')).toBe(0);
  expect(browser.truth.size).toBe(0);
});

describe('a login that fails after its tokens were stored leaves nothing', () => {
  test('a login that fails after its tokens were refreshed leaves nothing', async () => {
    const { auth, server, storage } = setUp();
    server.on('users/me', () => {
      server.on('users/me', () => json({}, 500));
      return json({}, 401);
    });
    await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ status: 500 });
    expect(server.count('refresh')).toBe(1);
    expect(await contents(storage)).toEqual(EMPTY);
  });

  test('a login that fails after other code has removed one of its tokens leaves nothing', async () => {
    const { auth, server, storage } = setUp();
    const gate = server.hold('users/me');
    const login = superseded(auth.login(CREDENTIALS));
    await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
    storage.removeItem('refresh_token');
    gate.release();
    await login;
    expect(await contents(storage)).toEqual(EMPTY);
  });

  test('a login that fails after other code has stored a user with its tokens leaves nothing, and that user is not shown', async () => {
    const { auth, server, storage } = setUp();
    let answer = (_: Response) => {};
    server.on('users/me', () => new Promise((resolve) => (answer = resolve)));
    const login = expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ status: 500 });
    await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
    storage.setItem('user_data', JSON.stringify(OLGA));
    auth.revalidate();
    await vi.waitFor(() => expect(auth.getState().isAuth).toBe(true));
    answer(json({}, 500));
    await login;
    expect(auth.getState()).toMatchObject({ isAuth: false, user: null });
    expect(await contents(storage)).toEqual(EMPTY);
  });
});

test.each(['sign-in', 'update'] as const)(
  'a logout during the last write of a %s wins, and the call is superseded',
  async (what) => {
    const inner = memoryStorage();
    let isArmed = false;
    const { auth, server } = await setUpSignedIn({
      storage: {
        ...inner,
        async getItem(key) {
          if (isArmed) void auth.logout();
          isArmed = false;
          return inner.getItem(key) ?? null;
        },
      },
    });
    const shown: unknown[] = [];
    const gate = server.hold('users/me');
    const work = superseded(what === 'update' ? auth.updateProfile({}) : auth.login(pavel));
    await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
    auth.subscribe(({ user }) => shown.push(user));
    const { json: read } = Response.prototype;
    vi.spyOn(Response.prototype, 'text').mockImplementation(async function (this: Response) {
      isArmed = true;
      return JSON.stringify(await read.call(this));
    });
    gate.release();
    await work;
    vi.restoreAllMocks();
    await vi.advanceTimersByTimeAsync(10);
    expect(shown.filter((user) => user)).toEqual([]);
    expect(await contents(inner)).toEqual(EMPTY);
  },
);
