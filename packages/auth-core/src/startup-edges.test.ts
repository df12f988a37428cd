import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import {
  asTokens,
  BASE,
  CREDENTIALS,
  contents,
  EMPTY,
  leaveSession,
  loginMark,
  setUp,
  setUpSignedIn,
} from '../test/session.ts';
import type { SessionEndReason } from './options.ts';
import { initialState } from './state.ts';
import { memoryStorage, STORAGE_KEYS } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A login of another tab, begun now, that has stored nothing but its mark. */
const mark = () => loginMark();

describe('before startup', () => {
  test('revalidate() before startup reads storage and starts nothing', async () => {
    const { auth, server, storage } = setUp();
    leaveSession(storage, server.issue());
    auth.revalidate();
    await vi.advanceTimersByTimeAsync(10);
    expect(auth.getState()).toBe(initialState);
    expect(server.calls).toEqual([]);
  });

  test('a user that is reloaded before startup is stored and not shown yet', async () => {
    const { auth, server, storage } = setUp();
    leaveSession(storage, server.issue(), { role: 'partner' });
    await expect(auth.reloadUser()).resolves.toEqual(OLGA);
    expect((await contents(storage))[2]).toBe(JSON.stringify(OLGA));
    expect(auth.getState()).toBe(initialState);
  });
});

test('a refusal whose body never ends does not decide about the session', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  const endless = () => Object.assign(json({}, 401), { text: () => new Promise<string>(() => {}) });
  server.on('verify', endless);
  const { took } = await finish(auth.initialize());
  expect(took).toBeLessThanOrEqual(10_000);
  expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
});

test('startup writes nothing where nothing is stored', async () => {
  const storage = memoryStorage();
  const setItem = vi.spyOn(storage, 'setItem');
  await setUp({ storage }).auth.initialize();
  expect(setItem).not.toHaveBeenCalled();
});

test('a second startup reads nothing', async () => {
  const storage = memoryStorage();
  const { auth } = await setUpSignedIn({ storage });
  const getItem = vi.spyOn(storage, 'getItem');
  await auth.initialize();
  expect(getItem).not.toHaveBeenCalled();
});

test('a misconfigured startup is not retried', async () => {
  const { auth, storage } = setUp({ baseUrl: '' });
  leaveSession(storage, { access: 'a', refresh: 'r' });
  await auth.initialize();
  expect(auth.getState().error).toMatchObject({ code: 'misconfigured' });
  expect(vi.getTimerCount()).toBe(0);
});

test('startup waits two seconds for a login in another tab, and ends at once with setSession', async () => {
  const first = setUp();
  first.storage.setItem('auth_session', mark());
  expect((await finish(first.auth.initialize())).took).toBe(2_000);

  const { auth, server, storage } = setUp();
  storage.setItem('auth_session', mark());
  const started = auth.initialize();
  await vi.advanceTimersByTimeAsync(500);
  await auth.setSession({ ...asTokens(server.issue()), user: PAVEL });
  expect((await finish(started)).took).toBeLessThanOrEqual(100);
  expect(server.calls).toEqual([]);
  expect(auth.getState().user).toEqual(PAVEL);
});

test('a login during the last write of startup wins', async () => {
  const inner = memoryStorage();
  let reads = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { auth, server } = setUp({
    storage: {
      ...inner,
      async getItem(key) {
        if (key === 'access_token' && reads > 0 && --reads === 0) await held;
        return inner.getItem(key) ?? null;
      },
    },
  });
  leaveSession(inner, server.issue());
  const [verify, login] = [server.hold('verify'), server.hold('login')];
  const started = auth.initialize();
  const signedIn = auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  await vi.advanceTimersByTimeAsync(10);
  const shown: unknown[] = [];
  auth.subscribe(({ user }) => shown.push(user));
  // The read after the response, and the read of the write.
  reads = 2;
  verify.release();
  await vi.advanceTimersByTimeAsync(10);
  expect(reads).toBe(0);
  login.release();
  await vi.advanceTimersByTimeAsync(10);
  letGo();
  await started;
  await expect(signedIn).resolves.toEqual(PAVEL);
  expect(shown.at(-1)).toEqual(PAVEL);
  expect(auth.getState().user).toEqual(PAVEL);
});

test('a session that verify refuses ends as «refused»', async () => {
  const { auth, server, storage } = setUp();
  const reasons: SessionEndReason[] = [];
  auth.onSessionEnd((reason) => reasons.push(reason));
  leaveSession(storage, server.issue());
  server.on('verify', () => json({}, 403));
  await auth.initialize();
  expect(reasons).toEqual(['refused']);
});

test.each(['access', 'refresh', 'user'] as const)(
  'a session of which only the %s is stored is removed and reported as damaged',
  async (name) => {
    const { auth, server, storage } = setUp();
    const reasons: SessionEndReason[] = [];
    auth.onSessionEnd((reason) => reasons.push(reason));
    const { access, refresh } = server.issue();
    storage.setItem(STORAGE_KEYS[name], { access, refresh, user: JSON.stringify(OLGA) }[name]);
    await auth.initialize();
    expect(reasons).toEqual(['damaged']);
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test('a refresh refused during a sign-in does not end the sign-in', async () => {
  const { auth, server } = await setUpSignedIn();
  const gate = server.hold('login');
  const login = auth.login({ phone: '+79990000001', password: 'correct horse' });
  await vi.waitFor(() => expect(server.count('login')).toBe(1));
  server.expireAccess();
  server.revokeAll();
  await auth.fetch('/api/x/');
  expect(auth.getState()).toMatchObject({ isAuth: false, isLoading: true });
  gate.release();
  await expect(login).resolves.toEqual(OLGA);
});

test('a user endpoint that always refuses delays no other request', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('users/me', () => json({}, 401));
  await auth.reloadUser().catch(() => {});
  expect(server.count('refresh')).toBe(1);
  server.expireAccess();
  const answer = await auth.withToken((token) =>
    server.fetch(`${BASE}/api/x/`, { headers: { Authorization: `Bearer ${token}` } }),
  );
  expect(answer.status).toBe(200);
  expect(server.count('refresh')).toBe(2);
});
