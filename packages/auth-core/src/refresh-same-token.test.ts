import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json } from '../test/server.ts';
import { asTokens, BASE, contents, setUp, setUpSignedIn } from '../test/session.ts';
import { fakeJwt } from './testing/fake-jwt.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a refresh that returns the same access token', () => {
  async function unchanged(options = {}) {
    const world = await setUpSignedIn(options);
    world.server.expireAccess();
    world.server.on('refresh', () => json({ access: 'access-1', refresh: 'refresh-next' }));
    return world;
  }

  test('a refresh that returns the same access token gives the 401 to the caller, and a later one does not wait for it', async () => {
    const { auth, server } = await unchanged();
    expect((await auth.fetch('/api/x/')).status).toBe(401);
    expect((await auth.fetch('/api/x/')).status).toBe(401);
    expect((await auth.fetch('/api/y/')).status).toBe(401);
    expect(server.count('refresh')).toBe(2);
    expect(auth.getState().isAuth).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a refresh that returns the same access token stores the refresh token that came with it', async () => {
    const { auth, storage } = await unchanged();
    await auth.fetch('/api/x/');
    expect((await contents(storage)).slice(0, 2)).toEqual(['access-1', 'refresh-next']);
  });

  test('a refresh that returns the same access token lets getAccessToken, refresh and initialize resolve', async () => {
    const now = Math.floor(Date.now() / 1000);
    const token = fakeJwt({ exp: now - 10 });
    const { auth, server } = setUp({ refreshAhead: 60_000 });
    await auth.setSession({ ...asTokens({ access: token, refresh: 'r' }), user: { role: 'x' } });
    server.on('refresh', () => json({ access: token }));
    expect(await auth.getAccessToken()).toBe(token);
    expect(await auth.refresh()).toBe(true);
    server.on('/api/x/', () => json({}));
    expect((await auth.fetch('/api/x/')).status).toBe(200);
    expect(server.count('refresh')).toBe(2);
  });

  test('a refresh that returns the same access token ends a startup whose token verify keeps refusing', async () => {
    const { auth, server, storage } = setUp();
    const { access, refresh } = server.issue();
    await storage.setItem('access_token', access);
    await storage.setItem('refresh_token', refresh);
    await storage.setItem('user_data', '{"role":"x"}');
    server.expireAccess();
    server.on('refresh', () => json({ access }));
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false });
  });
});

describe('auth.refresh()', () => {
  test('auth.refresh() exchanges the token although it has not expired, and shares the exchange', async () => {
    const { auth, server, storage } = await setUpSignedIn();
    expect(await Promise.all([auth.refresh(), auth.refresh()])).toEqual([true, true]);
    expect(server.count('refresh')).toBe(1);
    expect(storage.getItem('access_token')).toBe('access-2');
  });

  test('auth.refresh() is false without a session, and after the server has refused', async () => {
    expect(await setUp().auth.refresh()).toBe(false);
    const { auth, server } = await setUpSignedIn();
    server.revokeAll();
    expect(await auth.refresh()).toBe(false);
    expect(auth.getState().isAuth).toBe(false);
  });

  test('auth.refresh() rejects when it is undecided, and is not held back by the pause of earlier failures', async () => {
    const { auth, server } = await setUpSignedIn();
    server.on('refresh', () => json({}, 503, { 'Retry-After': '600' }));
    await expect(auth.refresh()).rejects.toMatchObject({ code: 'unreachable' });
    server.off('refresh');
    expect(await auth.refresh()).toBe(true);
  });
});

describe('Web Locks that are never granted', () => {
  test('Web Locks that are never granted hold neither a 401 nor startup up longer than refreshTimeout', async () => {
    const { createBrowser } = await import('../test/browser.ts');
    const { createServer } = await import('../test/server.ts');
    const { finish } = await import('../test/finish.ts');
    const server = createServer();
    const browser = createBrowser();
    const never = () => new Promise<never>(() => {});
    browser.locks.manager.request = never;
    browser.locks.manager.query = never;
    const { access, refresh } = server.issue();
    const tab = browser.openTab({ baseUrl: BASE, fetch: server.fetch, refreshTimeout: 2_000 });
    tab.storage.setItem('access_token', access);
    tab.storage.setItem('refresh_token', refresh);
    tab.storage.setItem('user_data', '{"role":"x"}');
    server.expireAccess();
    expect((await finish(tab.auth.initialize())).took).toBeLessThanOrEqual(2_000);
    expect(tab.auth.getState().isAuth).toBe(true);
    server.expireAccess();
    const { value, took } = await finish(tab.auth.fetch('/api/x/'));
    expect(value.status).toBe(200);
    expect(took).toBeLessThanOrEqual(2_000);
    expect(server.count('refresh')).toBe(2);
  });
});

describe('onTokenChange', () => {
  test('onTokenChange reports the token after a sign-in, a refresh and a logout, once each', async () => {
    const { auth, server } = setUp();
    const tokens: (string | null)[] = [];
    const stop = auth.onTokenChange((token) => tokens.push(token));
    await auth.initialize();
    await auth.login({ phone: '+79990000001', password: 'correct horse' });
    await auth.updateProfile({ first_name: 'Анна' });
    server.expireAccess();
    await auth.fetch('/api/x/');
    await auth.logout();
    expect(tokens).toEqual(['access-1', 'access-2', null]);
    stop();
    await auth.login({ phone: '+79990000001', password: 'correct horse' });
    expect(tokens).toHaveLength(3);
  });

  test('onTokenChange reports the restored token, and what another tab does', async () => {
    const { openTabs, nth } = await import('../test/tabs.ts');
    const { server, tabs, open } = await openTabs(1);
    const { auth } = open();
    const tokens: (string | null)[] = [];
    auth.onTokenChange((token) => tokens.push(token));
    await auth.initialize();
    await nth(tabs, 0).auth.refresh();
    await vi.advanceTimersByTimeAsync(200);
    await nth(tabs, 0).auth.logout();
    await vi.advanceTimersByTimeAsync(200);
    expect(tokens).toEqual(['access-1', 'access-2', null]);
    expect(server.count('refresh')).toBe(1);
  });
});
