import { expect, test, vi } from 'vitest';
import { createLocks } from '../test/browser.ts';
import { json } from '../test/server.ts';
import { CREDENTIALS, setUp, setUpSignedIn } from '../test/session.ts';
import { pageTabs, type Turn } from './tabs.ts';

const settle = async () => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
};

/** Somebody else who has a lock until told to let go. */
function holdLock(locks: ReturnType<typeof createLocks>, name: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const broken = vi.fn();
  void locks.manager.request(name, {}, () => held).catch(broken);
  return { release, broken };
}

function takeLock(locks: ReturnType<typeof createLocks>) {
  const page = { addEventListener() {}, removeEventListener() {}, navigator: { locks: locks.manager } };
  const patience: AbortController[] = [];
  const work = vi.fn<Turn['work']>(async () => {});
  void pageTabs(page).take({
    name: 'x',
    scope: {},
    patience() {
      const waiting = new AbortController();
      patience.push(waiting);
      return waiting.signal;
    },
    isWanted: () => work.mock.calls.length === 0,
    work,
  });
  return { work, losePatience: () => patience.at(-1)?.abort() };
}

test('a free lock is taken at once, and not as a contended one', async () => {
  const locks = createLocks();
  const { work } = takeLock(locks);
  await settle();
  expect(work.mock.calls).toEqual([[false]]);
  expect(locks.held()).toBe(false);
});

test('a lock that was waited for is contended', async () => {
  const locks = createLocks();
  const other = holdLock(locks, 'x');
  const { work } = takeLock(locks);
  await settle();
  expect(work).not.toHaveBeenCalled();
  other.release();
  await settle();
  expect(work.mock.calls).toEqual([[true]]);
});

test('a holder that had the lock from one signal to the next has it taken away', async () => {
  const locks = createLocks();
  const frozen = holdLock(locks, 'x');
  const { work, losePatience } = takeLock(locks);
  await settle();
  losePatience();
  await settle();
  expect(work.mock.calls).toEqual([[true]]);
  expect(frozen.broken).toHaveBeenCalled();
});

test('nobody has the lock taken away who came to it while the taker waited for its turn', async () => {
  const locks = createLocks();
  const first = holdLock(locks, 'x');
  const { work, losePatience } = takeLock(locks);
  const otherTaker = holdLock(locks, 'x:steal');
  await settle();
  losePatience();
  await settle();
  expect(work).not.toHaveBeenCalled();
  const living = holdLock(locks, 'x');
  first.release();
  await settle();
  otherTaker.release();
  await settle();
  expect(living.broken).not.toHaveBeenCalled();
  expect(work).not.toHaveBeenCalled();
  living.release();
  await settle();
  expect(work).toHaveBeenCalledTimes(1);
});

/** A storage that notes which keys are written. */
function noting() {
  const items = new Map<string, string>();
  const written: string[] = [];
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      written.push(key);
      items.set(key, value);
    },
    removeItem(key: string) {
      written.push(`-${key}`);
      items.delete(key);
    },
  };
  return { storage, written };
}

test('a login is marked first and unmarked last; other tabs see no token beside the wrong user', async () => {
  const { storage, written } = noting();
  const { auth, server } = setUp({ storage });
  await auth.login(CREDENTIALS);
  expect(written).toEqual([
    'auth_base',
    '-user_data',
    '-user_role',
    'refresh_token',
    'access_token',
    'user_data',
    'user_role',
    'auth_base',
  ]);
  written.length = 0;
  server.expireAccess();
  await auth.fetch('/api/x/');
  expect(written).toEqual(['refresh_token', 'access_token']);
  written.length = 0;
  await auth.logout();
  expect(written).toEqual(['-user_data', '-user_role', '-refresh_token', '-access_token', '-auth_base']);
});

test('from the moment its tokens are stored a login shows nobody, until the user is known', async () => {
  const { auth, server } = await setUpSignedIn();
  const gate = server.hold('users/me');
  const login = auth.login(CREDENTIALS);
  await vi.waitFor(() => expect(server.count('users/me')).toBe(1));
  expect(auth.getState()).toMatchObject({ isAuth: false, user: null, isLoading: true });
  gate.release();
  await login;
  expect(auth.getState()).toMatchObject({ isAuth: true, isLoading: false });
});

test('a server may ask for an hour of quiet at most', async () => {
  vi.useFakeTimers();
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', () => json({}, 503, { 'Retry-After': '999999' }));
  await auth.fetch('/api/x/').catch(() => {});
  server.off('refresh');
  await vi.advanceTimersByTimeAsync(3_599_000);
  await expect(auth.fetch('/api/x/')).rejects.toMatchObject({ code: 'unreachable' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  vi.useRealTimers();
});
