import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { html, json } from '../test/server.ts';
import { accounts, contents, EMPTY, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  );

test('a refresh whose response comes after its time is stored, and the next 401 uses it', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', server.slowly('refresh', 15_000));
  const given = codeOf(auth.fetch('/api/x/'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await given).toBe('unreachable');
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await contents(storage)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  expect(server.count('refresh')).toBe(1);
  expect(server.doubleSpends()).toBe(0);
});

test('a 401 in between waits for the late response instead of spending the token again', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', server.slowly('refresh', 15_000));
  void auth.fetch('/api/x/').catch(() => {});
  await vi.advanceTimersByTimeAsync(11_000);
  const { value, took } = await finish(auth.fetch('/api/x/'));
  expect(value.status).toBe(200);
  expect(took).toBeLessThanOrEqual(4_100);
  expect(server.count('refresh')).toBe(1);
});

test('an exchange without a response is abandoned after twice the timeout and the token is spent again', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const given = codeOf(auth.fetch('/api/x/'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await given).toBe('unreachable');
  server.off('refresh');
  const { value, took } = await finish(auth.fetch('/api/x/'));
  expect(value.status).toBe(200);
  expect(took).toBeLessThanOrEqual(10_100);
});

test.each(['logout', 'another session'] as const)(
  'a late response after %s changes nothing',
  async (what) => {
    const { auth, server, storage } = await setUpSignedIn();
    server.expireAccess();
    server.on('refresh', server.slowly('refresh', 15_000));
    void auth.fetch('/api/x/').catch(() => {});
    await vi.advanceTimersByTimeAsync(11_000);
    if (what === 'logout') await auth.logout();
    else storage.setItem('refresh_token', 'other');
    const before = await contents(storage);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await contents(storage)).toEqual(before);
  },
);

test('a late response does not hold the lock, and another tab continues in time', async () => {
  const { server, tabs } = await openTabs(2);
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  void nth(tabs, 0)
    .auth.fetch('/api/x/')
    .catch(() => {});
  await vi.advanceTimersByTimeAsync(9_000);
  server.off('refresh');
  const { value, took } = await finish(nth(tabs, 1).auth.fetch('/api/x/'));
  expect(value.status).toBe(200);
  expect(took).toBeLessThan(2_000);
});

test.each<[string, () => Response]>([
  ['404', () => json({ detail: 'Not found' }, 404)],
  ['405', () => json({ detail: 'no' }, 405)],
  ['410', () => json({}, 410)],
  ['400 of a proxy', () => html(400)],
  ['401 of a proxy', () => html(401)],
  ['502', () => html(502)],
])('a refresh whose response is %s does not decide: the session stays', async (_name, answer) => {
  const { auth, server, storage } = await setUpSignedIn();
  const before = await contents(storage);
  server.expireAccess();
  server.on('refresh', answer);
  expect(await codeOf(auth.fetch('/api/x/'))).toBe('unreachable');
  expect(auth.getState().isAuth).toBe(true);
  expect(await contents(storage)).toEqual(before);
  server.off('refresh');
  expect((await auth.fetch('/api/x/')).status).toBe(200);
});

test.each([400, 401, 403])('a refresh whose response is %i with JSON is refused', async (status) => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', () => json({ detail: 'no' }, status));
  expect((await auth.fetch('/api/x/')).status).toBe(401);
  expect(await contents(storage)).toEqual(EMPTY);
});

test('an undecided startup keeps the session by default: the default is "wait"', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  auth.dispose();
  const kept = await contents(storage);
  const { createAuth } = await import('./create-auth.ts');
  const fails = createAuth({
    backend: accounts,
    baseUrl: 'http://127.0.0.1:8000',
    storage,
    fetch: () => Promise.reject(new TypeError('Load failed')),
  });
  await fails.initialize();
  expect(fails.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
  expect(await contents(storage)).toEqual(kept);
  fails.dispose();
  expect(server.calls).toEqual([]);
});

test('an endpoint that always refuses fresh tokens costs one exchange in 30 s', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('/api/broken/', () => json({ detail: 'no' }, 401));
  for (let second = 0; second < 29; second++) {
    expect((await auth.fetch(`/api/broken/?page=${second}`)).status).toBe(401);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(server.count('refresh')).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await auth.fetch('/api/broken/');
  expect(server.count('refresh')).toBe(2);
});

test('other endpoints than one that refuses fresh tokens are refreshed as usual', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('/api/broken/', () => json({ detail: 'no' }, 401));
  await auth.fetch('/api/broken/');
  server.expireAccess();
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  expect(server.count('refresh')).toBe(2);
});

test('reloadUser costs one exchange in 30 s when the user endpoint refuses fresh tokens', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('users/me', () => json({ detail: 'no' }, 401));
  for (let turn = 0; turn < 5; turn++) await auth.reloadUser().catch(() => {});
  expect(server.count('refresh')).toBe(1);
});

test('a refresh that never responds ends the session at the timeout when whenUnreachable is logout', async () => {
  const { auth, server, storage } = await setUpSignedIn({ whenUnreachable: 'logout' });
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const { value, took } = await finish(auth.fetch('/api/x/'));
  expect([value.status, took]).toEqual([401, 10_000]);
  expect(await contents(storage)).toEqual(EMPTY);
});

test('a misconfigured refresh keeps the session when whenUnreachable is logout', async () => {
  const { auth, server } = await setUpSignedIn({ whenUnreachable: 'logout' });
  server.expireAccess();
  server.on('refresh', () => json({ accessToken: 'x' }));
  expect(await codeOf(auth.fetch('/api/x/'))).toBe('misconfigured');
  expect(auth.getState().isAuth).toBe(true);
});
