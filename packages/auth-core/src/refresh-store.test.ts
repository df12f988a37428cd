import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import { CREDENTIALS, contents, EMPTY, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const olga = { ...OLGA, id: 1 };
const pavel = { ...PAVEL, id: 2 };

/** A tab whose refresh was just stored; it reads storage again 50 ms later. */
async function justRefreshed() {
  const { server, tabs, browser } = await openTabs(1);
  const { auth, storage } = nth(tabs, 0);
  storage.setItem('user_data', JSON.stringify(olga));
  await auth.fetch('/api/x/');
  server.expireAccess();
  const { value } = await finish(auth.fetch('/api/x/'));
  expect(value.status).toBe(200);
  return { server, auth, storage, browser };
}

describe('after a refresh was stored', () => {
  test('the lock is held for 50 ms after a refresh was stored, so that storage delivers it to other tabs', async () => {
    const { browser } = await justRefreshed();
    await vi.advanceTimersByTimeAsync(45);
    expect(browser.locks.held()).toBe(true);
    await vi.advanceTimersByTimeAsync(10);
    expect(browser.locks.held()).toBe(false);
  });

  test('a complete session of another user that replaced a refreshed one stays', async () => {
    const { server, auth, storage } = await justRefreshed();
    const theirs = server.issue(PAVEL_PHONE);
    leaveSession(storage, theirs, pavel);
    await vi.advanceTimersByTimeAsync(100);
    expect((await contents(storage)).slice(0, 2)).toEqual([theirs.access, theirs.refresh]);
    expect(auth.getState().user).toEqual(pavel);
  });

  test.each([
    ['both tokens', []],
    ['its access token', ['refresh_token']],
    ['its refresh token', ['access_token']],
  ])('%s of a refresh next to another user are removed', async (_what, replaced) => {
    const { server, auth, storage } = await justRefreshed();
    const { access, refresh } = server.issue(PAVEL_PHONE);
    const theirs: Record<string, string> = { access_token: access, refresh_token: refresh };
    for (const key of replaced) storage.setItem(key, theirs[key] ?? '');
    storage.setItem('user_data', JSON.stringify(pavel));
    await vi.advanceTimersByTimeAsync(100);
    expect(await contents(storage)).toEqual(EMPTY);
    expect(auth.getState().isAuth).toBe(false);
  });

  test('tokens written after a logout in another tab are removed', async () => {
    const { storage } = await justRefreshed();
    storage.removeItem('user_data');
    await vi.advanceTimersByTimeAsync(100);
    expect(await contents(storage)).toEqual(EMPTY);
  });
});

test('a login whose first token expires at once goes on with a refreshed one', async () => {
  const { auth, server, storage } = setUp();
  server.on('users/me', () => {
    server.off('users/me');
    return json({}, 401);
  });
  await expect(auth.login(CREDENTIALS)).resolves.toEqual(OLGA);
  expect((await contents(storage)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
  expect(auth.getState().isAuth).toBe(true);
});

test('a late response without rotation does not take the place of a newer token', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const [older, newer] = [server.issue(), server.issue()];
  server.on('refresh', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return json({ access: older.access });
  });
  const request = auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(1_000);
  storage.setItem('access_token', newer.access);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await request).status).toBe(200);
  expect((await contents(storage)).slice(0, 2)).toEqual([newer.access, 'refresh-1']);
});

test('a tab leaves the queue of the lock when another tab has stored a newer token', async () => {
  const { server, tabs, browser } = await openTabs(2);
  browser.locks.hold('auth:refresh_token');
  server.expireAccess();
  const request = nth(tabs, 0).auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  expect(browser.locks.waiting()).toBe(1);
  const { access, refresh } = server.issue();
  nth(tabs, 1).storage.setItem('refresh_token', refresh);
  nth(tabs, 1).storage.setItem('access_token', access);
  await vi.advanceTimersByTimeAsync(20);
  expect((await request).status).toBe(200);
  expect(browser.locks.waiting()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(server.count('refresh')).toBe(0);
});

describe('an outage', () => {
  /** Exchanges so far, after one more request. */
  async function failing() {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const world = await setUpSignedIn();
    world.server.expireAccess();
    world.server.on('refresh', () => json({}, 503));
    const ask = async () => {
      await world.auth.fetch('/api/x/').catch(() => {});
      return world.server.count('refresh');
    };
    return { ...world, ask };
  }

  test('an outage is followed by exchanges at once and after 2, 4 and 8 s', async () => {
    const { ask } = await failing();
    expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 2]);
    for (const [turn, pause] of [2_000, 4_000, 8_000].entries()) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(await ask()).toBe(turn + 2);
      await vi.advanceTimersByTimeAsync(1);
      expect(await ask()).toBe(turn + 3);
    }
  });

  test('an outage is reset by revalidate(): the next failure costs no pause', async () => {
    const { auth, ask } = await failing();
    expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 2]);
    auth.revalidate();
    expect([await ask(), await ask(), await ask()]).toEqual([3, 4, 4]);
  });

  test('an outage of one token does not delay the next token', async () => {
    const { server, storage, ask } = await failing();
    expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 2]);
    const { access, refresh } = server.issue();
    storage.setItem('refresh_token', refresh);
    storage.setItem('access_token', access);
    server.expireAccess();
    expect([await ask(), await ask(), await ask()]).toEqual([3, 4, 4]);
  });
});
