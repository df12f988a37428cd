import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BASE, contents, leaveSession, loginMark, setUp, setUpSignedIn } from '../test/session.ts';
import type { SessionEndReason } from './options.ts';
import { createSession } from './session.ts';
import { createSessionStore } from './session-store.ts';
import { memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const TOKENS = { access: 'access-1', refresh: 'refresh-1' };

function openSession() {
  const storage = memoryStorage();
  const store = createSessionStore(
    storage,
    '',
    () => BASE,
    () => {},
  );
  const parse = async (text: string | null) => (text ? (JSON.parse(text) as object) : null);
  const session = createSession(store, parse, { onChange() {}, onMove() {} });
  return { storage, store, session };
}

describe('a session', () => {
  test('is not written to by what began in an older epoch', async () => {
    const { storage, session } = openSession();
    const begun = session.now().epoch;
    session.renew();
    await session.write(begun, TOKENS);
    expect(storage.getItem('access_token')).toBeNull();
    await session.write(session.now().epoch, TOKENS);
    expect(storage.getItem('access_token')).toBe('access-1');
  });

  test('is neither written to nor removed once it is closed', async () => {
    const { storage, session } = openSession();
    await session.write(session.now().epoch, TOKENS);
    session.close();
    await session.write(session.now().epoch, { access: 'access-2' });
    await session.end();
    expect([storage.getItem('access_token'), storage.getItem('refresh_token')]).toEqual([
      'access-1',
      'refresh-1',
    ]);
  });

  test('is another after each end', async () => {
    const { session } = openSession();
    const epochs = [session.now().epoch, session.renew()];
    await session.end();
    epochs.push(session.now().epoch);
    session.close();
    epochs.push(session.now().epoch);
    expect(new Set(epochs).size).toBe(4);
  });

  test.each(['auth_session', 'access_token', 'refresh_token', 'user_data'])(
    'is where its own keys are, be it %s alone',
    async (key) => {
      const { storage, store } = openSession();
      storage.setItem(`${BASE}.access_token`, 'elsewhere');
      expect((await store.read()).prefix).toBe(`${BASE}.`);
      storage.setItem(key, BASE);
      expect((await store.read()).prefix).toBe('');
    },
  );
});

test.each(['logout', 'dispose'] as const)(
  'after a %s amid the writing of a refresh no further token is written',
  async (what) => {
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
    expect(written).toEqual(['refresh_token']);
  },
);

test('a refresh token taken away by other code ends the session', async () => {
  const { auth, storage } = await setUpSignedIn();
  const reasons: SessionEndReason[] = [];
  auth.onSessionEnd((reason) => reasons.push(reason));
  storage.removeItem('refresh_token');
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(0);
  expect(auth.getState().isAuth).toBe(false);
  expect(reasons).toEqual(['elsewhere']);
});

describe('half a session', () => {
  test('left by another tab is cleared two seconds later', async () => {
    const { auth, storage } = await setUpSignedIn();
    storage.removeItem('user_data');
    auth.revalidate();
    await vi.advanceTimersByTimeAsync(1_990);
    expect((await contents(storage))[0]).toBe('access-1');
    await vi.advanceTimersByTimeAsync(20);
    expect((await contents(storage)).slice(0, 2)).toEqual([null, null]);
  });

  test('that is whole again by then is kept', async () => {
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

  test('that another tab is about to complete is kept', async () => {
    const { auth, storage } = await setUpSignedIn();
    storage.removeItem('user_data');
    auth.revalidate();
    await vi.advanceTimersByTimeAsync(1_000);
    storage.setItem('auth_session', loginMark());
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await contents(storage)).slice(0, 2)).toEqual(['access-1', 'refresh-1']);
  });
});

test('a storage whose reads fail once each, in time, signs nobody out', async () => {
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

test('a key that could be written again is read from storage again', async () => {
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
