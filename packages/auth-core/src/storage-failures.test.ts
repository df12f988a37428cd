import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { OLGA } from '../test/server.ts';
import { CREDENTIALS, contents, EMPTY, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import { type AuthStorage, memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A storage whose next operations can be made to fail or hang. */
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

test.each([1, 2, 5])('the next read works again after %i failed ones', async (count) => {
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

test('a startup that cannot read storage removes nothing', async () => {
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

test('a hanging read delays no call by more than two seconds', async () => {
  const { storage, next } = fragile();
  const { auth } = await setUpSignedIn({ storage });
  next(1, 'hangs');
  const { value, took } = await finish(auth.fetch('/api/x/'));
  expect(value.status).toBe(200);
  expect(took).toBeLessThanOrEqual(2_000);
  expect((await finish(auth.fetch('/api/x/'))).took).toBeLessThanOrEqual(1);
});

test('a logout behind a hanging read clears the state at once and storage within two seconds', async () => {
  const { storage, inner, next } = fragile();
  const { auth } = await setUpSignedIn({ storage });
  next(1, 'hangs');
  void auth.fetch('/api/x/');
  const gone = auth.logout();
  expect(auth.getState().isAuth).toBe(false);
  expect((await finish(gone)).took).toBeLessThanOrEqual(2_000);
  expect(await contents(inner)).toEqual(EMPTY);
});

test('a startup with a hanging read continues after two seconds', async () => {
  const { storage, inner, next } = fragile();
  const { auth, server } = setUp({ storage });
  leaveSession(inner, server.issue());
  next(1, 'hangs');
  const { took } = await finish(auth.initialize());
  expect(took).toBeLessThanOrEqual(2_000);
  expect(auth.getState().isInitialized).toBe(true);
  expect((await contents(inner))[1]).toBe('refresh-1');
});

test('a value that could not be written stays in memory until a write succeeds', async () => {
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

/** A keychain that can be locked: for reading, writing, or one key. */
function keychain(inner = memoryStorage()) {
  const locked = { reads: false, writes: false, key: '' };
  const guard =
    (kind: 'reads' | 'writes') =>
    <T>(key: string, work: () => T): T => {
      if (locked[kind] || locked.key === key) throw new Error('locked');
      return work();
    };
  const [read, write] = [guard('reads'), guard('writes')];
  const storage: AuthStorage = {
    getItem: async (key) => read(key, () => inner.getItem(key) as string | null),
    setItem: async (key, value) => write(key, () => inner.setItem(key, value)),
    removeItem: async (key) => write(key, () => inner.removeItem(key)),
  };
  return { inner, storage, locked };
}

test.each(['access_token', 'refresh_token', 'user_data', 'auth_session'])(
  'startup deletes nothing when only %s cannot be read, and revalidate() signs in once it can',
  async (key) => {
    const { inner, storage, locked } = keychain();
    const { auth, server } = setUp({ storage });
    leaveSession(inner, server.issue());
    const before = await contents(inner);
    locked.key = key;
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false });
    expect(await contents(inner)).toEqual(before);
    locked.key = '';
    auth.revalidate();
    await vi.advanceTimersByTimeAsync(10);
    expect(auth.getState()).toMatchObject({ isAuth: true, user: OLGA });
    expect(server.count('verify')).toBe(1);
  },
);

test('a login while storage can be neither read nor written is stored as soon as it can', async () => {
  const { inner, storage, locked } = keychain();
  const { auth } = setUp({ storage });
  Object.assign(locked, { reads: true, writes: true });
  await auth.login(CREDENTIALS);
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(10);
  expect(auth.getState()).toMatchObject({ isAuth: true, user: OLGA });
  expect(await contents(inner)).toEqual(EMPTY);
  Object.assign(locked, { reads: false, writes: false });
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(10);
  expect((await contents(inner)).slice(0, 2)).toEqual(['access-1', 'refresh-1']);
});

test('a rotated token that could be neither read nor written is used and stored later', async () => {
  const { inner, storage, locked } = keychain();
  const { auth, server } = await setUpSignedIn({ storage });
  locked.writes = true;
  server.expireAccess();
  await auth.fetch('/api/x/');
  locked.reads = true;
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  Object.assign(locked, { reads: false, writes: false });
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  expect((await contents(inner)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
});

test('a token of another program is used after a failed write was repeated', async () => {
  const { inner, storage, locked } = keychain();
  const { auth, server } = await setUpSignedIn({ storage });
  locked.writes = true;
  server.expireAccess();
  await auth.fetch('/api/x/');
  locked.writes = false;
  await auth.fetch('/api/x/');
  const newer = server.issue();
  leaveSession(inner, newer);
  await auth.fetch('/api/x/');
  expect(server.calls.at(-1)?.authorization).toBe(`Bearer ${newer.access}`);
});

test('a logout whose first removal fails removes the keys with the second', async () => {
  const { inner, storage } = keychain();
  const { auth } = await setUpSignedIn({ storage });
  const failed = new Set<string>();
  storage.removeItem = async (key) => {
    if (failed.has(key)) return inner.removeItem(key);
    failed.add(key);
    throw new Error('locked');
  };
  await auth.logout();
  expect(await contents(inner)).toEqual(EMPTY);
});

test('a storage that rejects without an error is like any other that fails', async () => {
  const fail = () => Promise.reject(null);
  const { auth, warnings } = setUp({ storage: { getItem: fail, setItem: fail, removeItem: fail } });
  await auth.login(CREDENTIALS);
  expect(auth.getState().isAuth).toBe(true);
  expect(warnings).toEqual([['auth: storage failed', undefined]]);
});

test('a session that cannot be verified once storage is readable is cleared like any other', async () => {
  const { inner, storage, locked } = keychain();
  const { auth, server } = setUp({ storage });
  leaveSession(inner, server.issue());
  server.expireAccess();
  server.revokeAll();
  locked.reads = true;
  await auth.initialize();
  locked.reads = false;
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(10);
  expect(auth.getState().isAuth).toBe(false);
  expect(await contents(inner)).toEqual(EMPTY);
});

test.each(['revalidate()', 'the next read'])(
  'a rotated token that could not be written is written by %s, and a restart is signed in',
  async (how) => {
    const { inner, storage, locked } = keychain();
    const { auth, server } = await setUpSignedIn({ storage });
    locked.writes = true;
    server.expireAccess();
    expect((await auth.fetch('/api/x/')).status).toBe(200);
    expect((await contents(inner)).slice(0, 2)).toEqual(['access-1', 'refresh-1']);
    locked.writes = false;
    if (how === 'revalidate()') auth.revalidate();
    else await auth.fetch('/api/x/');
    await vi.advanceTimersByTimeAsync(10);
    expect((await contents(inner)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
    auth.dispose();
    const restarted = setUp({ storage: inner, fetch: server.fetch });
    await restarted.auth.initialize();
    expect(restarted.auth.getState().isAuth).toBe(true);
  },
);

test('a token that could not be written is not written over what another program has stored since', async () => {
  const { inner, storage, locked } = keychain();
  const { auth, server } = await setUpSignedIn({ storage });
  locked.writes = true;
  server.expireAccess();
  await auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  const newer = server.issue();
  leaveSession(inner, newer);
  locked.writes = false;
  auth.revalidate();
  await vi.advanceTimersByTimeAsync(10);
  expect((await contents(inner)).slice(0, 2)).toEqual([newer.access, newer.refresh]);
});

test('a startup whose storage responds after ten seconds is anonymous first and signed in then', async () => {
  const inner = memoryStorage();
  const opened = new Promise((resolve) => setTimeout(resolve, 10_000));
  const storage: AuthStorage = {
    ...inner,
    async getItem(key) {
      await opened;
      return inner.getItem(key) ?? null;
    },
  };
  const { auth, server } = setUp({ storage });
  leaveSession(inner, server.issue());
  expect((await finish(auth.initialize())).took).toBeLessThanOrEqual(2_000);
  expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(auth.getState()).toMatchObject({ isAuth: true, user: OLGA });
});

test('a storage that responds again after it hung is waited for', async () => {
  const { inner, storage } = keychain();
  const { auth, server } = await setUpSignedIn({ storage });
  let delay = 5_000;
  storage.getItem = async (key) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    return inner.getItem(key) ?? null;
  };
  await finish(auth.fetch('/api/x/'));
  delay = 100;
  await vi.advanceTimersByTimeAsync(10_000);
  const newer = server.issue();
  leaveSession(inner, newer);
  await finish(auth.fetch('/api/x/'));
  expect(server.calls.at(-1)?.authorization).toBe(`Bearer ${newer.access}`);
});

test('no call waits longer than two seconds while storage hangs on everything', async () => {
  const never = () => new Promise<never>(() => {});
  const { auth, server } = setUp({ storage: { getItem: never, setItem: never, removeItem: never } });
  expect((await finish(auth.initialize())).took).toBeLessThanOrEqual(2_000);
  expect((await finish(auth.fetch('/api/x/'))).took).toBeLessThanOrEqual(100);
  expect((await finish(auth.login(CREDENTIALS))).took).toBeLessThanOrEqual(500);
  expect(auth.getState().isAuth).toBe(true);
  server.expireAccess();
  expect((await finish(auth.fetch('/api/x/'))).value.status).toBe(200);
  expect((await finish(auth.logout())).took).toBeLessThanOrEqual(500);
});

test('a tab whose storage is full keeps its session, and no other tab reads the failed write as a logout', async () => {
  const { server, tabs, browser } = await openTabs(2);
  const [full, other] = [nth(tabs, 0), nth(tabs, 1)];
  const reasons: string[] = [];
  other.auth.onSessionEnd((reason) => reasons.push(reason));
  const { setItem } = full.storage;
  full.storage.setItem = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  server.expireAccess();
  expect((await finish(full.auth.fetch('/api/x/'))).value.status).toBe(200);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reasons).toEqual([]);
  expect(other.auth.getState().isAuth).toBe(true);
  expect(browser.truth.get('refresh_token')).toBeUndefined();
  expect(server.doubleSpends()).toBe(0);
  full.storage.setItem = setItem;
  full.auth.revalidate();
  await vi.advanceTimersByTimeAsync(200);
  expect(browser.truth.get('refresh_token')).toBe('refresh-2');
  expect((await finish(other.auth.fetch('/api/x/'))).value.status).toBe(200);
  expect(server.count('refresh')).toBe(1);
});

test('every key consists of letters, digits, dots, dashes and underscores, also with the session of another API in the same storage', async () => {
  const keys = new Set<string>();
  const inner = memoryStorage();
  const strict: AuthStorage = {
    getItem: (key) => {
      keys.add(key);
      return inner.getItem(key);
    },
    setItem(key, value) {
      if (!/^[\w.-]+$/.test(key)) throw new Error(`invalid key ${key}`);
      return inner.setItem(key, value);
    },
    removeItem: (key) => inner.removeItem(key),
  };
  const first = setUp({ storage: strict, baseUrl: 'https://one.example/api' });
  await first.auth.login(CREDENTIALS).catch(() => {});
  await first.auth.setSession({ accessToken: 'a', refreshToken: 'b', user: OLGA });
  const second = setUp({ storage: strict, baseUrl: 'https://two.example:8443/v1?x' });
  await second.auth.setSession({ accessToken: 'c', refreshToken: 'd', user: OLGA });
  expect(second.warnings).toEqual([]);
  expect([...keys].filter((key) => !/^[A-Za-z0-9._-]+$/.test(key))).toEqual([]);
  const again = setUp({ storage: strict, baseUrl: 'https://two.example:8443/v1' });
  expect(await again.auth.getAccessToken()).toBe('c');
});
