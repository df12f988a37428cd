import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { OLGA } from '../test/server.ts';
import { CREDENTIALS, contents, EMPTY, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { type AuthStorage, memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A storage of which an operation fails, or hangs, when told to. */
function fragile() {
  const inner = memoryStorage();
  let ill: 'fails' | 'hangs' | undefined;
  let left = 0;
  const guard = <T>(work: () => T): T | Promise<T> => {
    if (!ill || left <= 0) return work();
    left -= 1;
    if (ill === 'fails') throw new Error('disk');
    return new Promise(() => {});
  };
  const storage: AuthStorage = {
    getItem: (key) => guard(() => inner.getItem(key) as string | null),
    setItem: (key, value) => void inner.setItem(key, value),
    removeItem: (key) => void inner.removeItem(key),
  };
  return {
    inner,
    storage,
    next(count: number, what: 'fails' | 'hangs') {
      ill = what;
      left = count;
    },
  };
}

test.each([1, 2, 5])('after %i failed reads the next works again (row 39)', async (count) => {
  const { storage, inner, next } = fragile();
  const { auth, server } = await setUpSignedIn({ storage });
  next(count, 'fails');
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  const newer = server.issue();
  inner.setItem('access_token', newer.access);
  await auth.fetch('/api/x/');
  await auth.fetch('/api/x/');
  expect(server.calls.at(-1)?.authorization).toBe(`Bearer ${newer.access}`);
});

test('a startup that cannot read storage at once signs nobody out (row 39)', async () => {
  for (const count of [1, 3, 100]) {
    const { storage, inner, next } = fragile();
    const { auth, server } = setUp({ storage });
    leaveSession(inner, server.issue());
    next(count, 'fails');
    await auth.initialize();
    expect(auth.getState().isInitialized).toBe(true);
    expect((await contents(inner))[1]).toBe('refresh-1');
  }
});

test('a hung read holds nothing up for more than two seconds (row 39)', async () => {
  const { storage, next } = fragile();
  const { auth } = await setUpSignedIn({ storage });
  next(1, 'hangs');
  const { value, took } = await finish(auth.fetch('/api/x/'));
  expect(value.status).toBe(200);
  expect(took).toBeLessThanOrEqual(2_000);
  expect((await finish(auth.fetch('/api/x/'))).took).toBeLessThanOrEqual(1);
});

test('a logout behind a hung read ends at once in the state, in storage within two seconds (row 39)', async () => {
  const { storage, inner, next } = fragile();
  const { auth } = await setUpSignedIn({ storage });
  next(1, 'hangs');
  void auth.fetch('/api/x/');
  const gone = auth.logout();
  expect(auth.getState().isAuth).toBe(false);
  expect((await finish(gone)).took).toBeLessThanOrEqual(2_000);
  expect(await contents(inner)).toEqual(EMPTY);
});

test('a startup with a hung read goes on after two seconds (row 39)', async () => {
  const { storage, inner, next } = fragile();
  const { auth, server } = setUp({ storage });
  leaveSession(inner, server.issue());
  next(1, 'hangs');
  const { took } = await finish(auth.initialize());
  expect(took).toBeLessThanOrEqual(2_000);
  expect(auth.getState().isInitialized).toBe(true);
  expect((await contents(inner))[1]).toBe('refresh-1');
});

test('what could not be written lives in memory until a write succeeds (row 25)', async () => {
  const inner = memoryStorage();
  let isFull = true;
  const storage: AuthStorage = {
    ...inner,
    setItem(key, value) {
      if (isFull) throw new DOMException('no room', 'QuotaExceededError');
      inner.setItem(key, value);
    },
  };
  const { auth, server, warnings } = setUp({ storage });
  await auth.login(CREDENTIALS);
  expect(auth.getState().user).toEqual(OLGA);
  expect(await contents(inner)).toEqual(EMPTY);
  isFull = false;
  server.expireAccess();
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  expect((await contents(inner)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
  expect(warnings).toHaveLength(1);
});
