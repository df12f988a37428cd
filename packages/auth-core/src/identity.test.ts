import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, PASSWORD, PAVEL_PHONE, PHONE } from '../test/server.ts';
import { asTokens, CREDENTIALS, contents, setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };

describe.each([
  ['_id', { _id: 'u1', role: 'x', name: 'Olga' }],
  ['sub', { sub: 'u1', role: 'x', name: 'Olga' }],
  ['no identifier', { role: 'x', name: 'Olga' }],
])('users with %s', (_what, user) => {
  test('a 401 is retried after another tab has refreshed and renamed the user', async () => {
    const { server, tabs, browser } = await openTabs(2);
    server.people.set(PHONE, { password: PASSWORD, user: user as never });
    const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
    await there.auth.reloadUser();
    await vi.advanceTimersByTimeAsync(200);
    let answer = (_: Response) => {};
    server.on('/api/slow/', () => new Promise((resolve) => (answer = resolve)));
    const request = here.auth.fetch('/api/slow/');
    await vi.advanceTimersByTimeAsync(10);
    server.off('/api/slow/');
    server.expireAccess();
    await finish(there.auth.refresh());
    await there.auth.updateProfile({ name: 'Anna' });
    browser.catchUp();
    answer(json({}, 401));
    expect((await finish(request)).value.status).toBe(200);
    expect(server.count('refresh')).toBe(1);
  });

  test('a POST is not repeated in the session of another user with equal data', async () => {
    const { server, tabs } = await openTabs(2);
    for (const phone of [PHONE, PAVEL_PHONE])
      server.people.set(phone, { password: PASSWORD, user: user as never });
    const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
    await there.auth.reloadUser();
    await vi.advanceTimersByTimeAsync(200);
    let answer = (_: Response) => {};
    server.on('/api/pay/', () => new Promise((resolve) => (answer = resolve)));
    const request = here.auth.fetch('/api/pay/', { method: 'POST', body: '1' });
    await vi.advanceTimersByTimeAsync(10);
    await finish(there.auth.login(pavel));
    await vi.advanceTimersByTimeAsync(200);
    answer(json({}, 401));
    expect((await finish(request)).value.status).toBe(401);
    expect(server.count('/api/pay/')).toBe(1);
  });
});

test.each([
  ['refreshes', 'access_token'],
  ['changes the user', 'user_data'],
])('a 401 is retried when a program without auth_session %s meanwhile', async (_what, key) => {
  const { auth, server, storage } = await setUpSignedIn();
  const { access } = server.issue();
  let answer = (_: Response) => {};
  server.on('/api/slow/', () => new Promise((resolve) => (answer = resolve)));
  const request = auth.fetch('/api/slow/');
  await vi.advanceTimersByTimeAsync(10);
  server.off('/api/slow/');
  storage.removeItem('auth_session');
  storage.setItem(key, key === 'access_token' ? access : '{"name":"Anna"}');
  answer(json({}, 401));
  expect((await finish(request)).value.status).toBe(200);
});

describe('setSession for the signed-in user', () => {
  test.each([true, false])(
    'setSession for the signed-in user never shows a signed-out state (user given: %s)',
    async (isGiven) => {
      const { auth, server, storage } = await setUpSignedIn();
      const states: boolean[] = [];
      auth.subscribe(({ isAuth }) => states.push(isAuth));
      const { user } = auth.getState();
      await auth.setSession({ ...asTokens(server.issue()), ...(isGiven && user && { user }) });
      expect(new Set(states)).toEqual(new Set([true]));
      expect((await contents(storage)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
    },
  );

  test('setSession stores tokens only once their user is known', async () => {
    const { auth, server, storage } = setUp();
    const gate = server.hold('users/me');
    const session = auth.setSession(asTokens(server.issue()));
    await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
    expect(await contents(storage)).toEqual([null, null, null, null]);
    gate.release();
    await session;
    expect((await contents(storage))[0]).toBe('access-1');
  });

  test('setSession exchanges tokens whose access token has expired', async () => {
    const { auth, server, storage } = setUp();
    const tokens = asTokens(server.issue());
    server.expireAccess();
    await auth.setSession(tokens);
    expect((await contents(storage)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
    expect(auth.getState().isAuth).toBe(true);
  });
});

describe('two instances over one storage in one page', () => {
  test('two instances over one storage in one page follow each other’s login, change and logout at once', async () => {
    const { auth, server, storage } = setUp();
    const other = setUp({ storage, fetch: server.fetch });
    await Promise.all([auth.initialize(), other.auth.initialize()]);
    await auth.login(CREDENTIALS);
    await vi.advanceTimersByTimeAsync(0);
    expect(other.auth.getState()).toMatchObject({ isAuth: true, user: { first_name: 'Ольга' } });
    await auth.updateProfile({ first_name: 'Анна' });
    await vi.advanceTimersByTimeAsync(0);
    expect(other.auth.getState().user).toMatchObject({ first_name: 'Анна' });
    await other.auth.logout();
    await vi.advanceTimersByTimeAsync(0);
    expect(auth.getState().isAuth).toBe(false);
  });

  test('an instance no longer follows another one over the same storage after dispose', async () => {
    const { auth, server, storage } = setUp();
    const other = setUp({ storage, fetch: server.fetch });
    await other.auth.initialize();
    other.auth.dispose();
    await auth.login(CREDENTIALS);
    await vi.advanceTimersByTimeAsync(0);
    expect(other.auth.getState().isAuth).toBe(false);
  });
});
