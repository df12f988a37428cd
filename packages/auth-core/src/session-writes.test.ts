import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { OLGA, PAVEL } from '../test/server.ts';
import { BASE, contents, leaveSession, loginMark, setUp, setUpSignedIn } from '../test/session.ts';
import type { SessionEndReason } from './options.ts';
import { memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser storage with one session, and the keys that were written since. */
async function recorded() {
  const inner = memoryStorage();
  const written: string[] = [];
  const world = await setUpSignedIn({
    storage: {
      ...inner,
      async setItem(key, value) {
        written.push(key);
        inner.setItem(key, value);
      },
    },
  });
  written.length = 0;
  return { ...world, inner, written };
}

describe('a session', () => {
  test('a session is not written to by a refresh that began before a new login', async () => {
    const { auth, server, inner } = await recorded();
    server.expireAccess();
    const gate = server.hold('refresh');
    const request = auth.fetch('/api/x/');
    await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
    await finish(auth.setSession({ accessToken: 'other', refreshToken: 'other-refresh', user: PAVEL }));
    gate.release();
    expect((await request).status).toBe(401);
    expect((await contents(inner)).slice(0, 2)).toEqual(['other', 'other-refresh']);
  });

  test('a session is not written to by calls after dispose', async () => {
    const { auth, inner, written } = await recorded();
    const before = await contents(inner);
    auth.dispose();
    await auth.setSession({ accessToken: 'x', refreshToken: 'y', user: OLGA }).catch(() => {});
    expect(written).toEqual([]);
    expect(await contents(inner)).toEqual(before);
  });

  test('a session that was stored without auth_session gets an id at startup', async () => {
    const { auth, server, storage } = setUp();
    leaveSession(storage, server.issue());
    await auth.initialize();
    expect(JSON.parse(`${storage.getItem('auth_session')}`)).toEqual({
      base: BASE,
      id: expect.stringMatching(/^\w+$/),
    });
  });

  test.each(['auth_session', 'access_token', 'refresh_token', 'user_data'])(
    'a session is read from the plain keys when %s is there alone',
    async (key) => {
      const { auth, storage } = setUp();
      leaveSession(storage, { access: 'a', refresh: 'r' });
      for (const name of ['access_token', 'refresh_token', 'user_data', 'user_role'])
        if (name !== key) storage.removeItem(name);
      if (key === 'auth_session') storage.setItem(key, JSON.stringify({ base: BASE, id: 'x' }));
      storage.setItem('http_3a_2f_2f127.0.0.1_3a8000.access_token', 'elsewhere');
      expect(await auth.getAccessToken()).toBe(key === 'access_token' ? 'a' : null);
    },
  );
});

test.each([
  ['logout', ['refresh_token']],
  ['dispose', ['refresh_token', 'access_token']],
] as const)(
  'a %s while the tokens of a refresh are being written lets %j be written',
  async (what, expected) => {
    const inner = memoryStorage();
    const written: string[] = [];
    let isArmed = false;
    const { auth, server } = await setUpSignedIn({
      storage: {
        ...inner,
        async setItem(key, value) {
          if (isArmed) written.push(key);
          inner.setItem(key, value);
          if (isArmed && key === 'refresh_token') void auth[what]();
        },
      },
    });
    server.expireAccess();
    isArmed = true;
    await auth.fetch('/api/x/').catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    expect(written).toEqual(expected);
  },
);

test('a refresh token that other code removes ends no session: another tab may have failed to store it', async () => {
  const { auth, storage } = await setUpSignedIn();
  const reasons: SessionEndReason[] = [];
  auth.onSessionEnd((reason) => reasons.push(reason));
  storage.removeItem('refresh_token');
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(auth.getState().isAuth).toBe(true);
  expect(reasons).toEqual([]);
  expect((await contents(storage))[0]).toBe('access-1');
});

describe('an incomplete session', () => {
  test('an incomplete session of another tab is removed two seconds later', async () => {
    const { auth, storage } = await setUpSignedIn();
    storage.removeItem('user_data');
    auth.revalidate();
    await vi.advanceTimersByTimeAsync(1_990);
    expect((await contents(storage))[0]).toBe('access-1');
    await vi.advanceTimersByTimeAsync(20);
    expect((await contents(storage)).slice(0, 2)).toEqual([null, null]);
  });

  test('an incomplete session that is complete again within two seconds is kept', async () => {
    const { auth, server, storage } = await setUpSignedIn();
    storage.removeItem('user_data');
    auth.revalidate();
    await vi.advanceTimersByTimeAsync(1_000);
    const next = server.issue();
    leaveSession(storage, next);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await contents(storage))[0]).toBe(next.access);
    expect(auth.getState().isAuth).toBe(true);
  });

  test('an incomplete session that another tab is about to complete is kept', async () => {
    const { auth, storage } = await setUpSignedIn();
    storage.removeItem('user_data');
    auth.revalidate();
    await vi.advanceTimersByTimeAsync(1_000);
    storage.setItem('auth_session', loginMark());
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await contents(storage)).slice(0, 2)).toEqual(['access-1', 'refresh-1']);
  });
});

test('a storage whose reads fail once each keeps the session', async () => {
  const inner = memoryStorage();
  const failed = new Set<string>();
  const { auth, server, warnings } = setUp({
    storage: {
      ...inner,
      async getItem(key) {
        if (failed.has(key)) return inner.getItem(key) ?? null;
        failed.add(key);
        throw new Error('disk');
      },
    },
  });
  leaveSession(inner, server.issue());
  await auth.initialize();
  expect(auth.getState().isAuth).toBe(true);
  expect(warnings).toEqual([]);
});

test('a key that was written successfully is read from storage again', async () => {
  const inner = memoryStorage();
  let isFull = false;
  const { auth, server } = await setUpSignedIn({
    storage: {
      ...inner,
      setItem(key, value) {
        if (isFull) throw new DOMException('no room', 'QuotaExceededError');
        inner.setItem(key, value);
      },
    },
  });
  for (isFull of [true, false]) {
    server.expireAccess();
    expect((await auth.fetch('/api/x/')).status).toBe(200);
  }
  const { access } = server.issue();
  inner.setItem('access_token', access);
  expect(await auth.getAccessToken()).toBe(access);
});
