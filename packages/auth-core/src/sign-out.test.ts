import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signedInAtFake } from '../test/fake.ts';
import { json, OLGA, PAVEL_PHONE } from '../test/server.ts';
import {
  accounts,
  CREDENTIALS,
  contents,
  EMPTY,
  leaveSession,
  type PhoneCredentials,
  setUp,
  setUpSignedIn,
} from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import type { Backend, SessionEndReason } from './options.ts';
import { simpleJwt } from './simple-jwt.ts';
import type { User } from './state.ts';
import { memoryStorage, STORAGE_KEYS } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const storages = {
  'a storage that answers at once': () => memoryStorage(),
  'a storage that takes a while': () => {
    const inner = memoryStorage();
    const later = async <T>(work: () => T) => {
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      return work();
    };
    return {
      getItem: (key: string) => later(() => inner.getItem(key) as string | null),
      setItem: (key: string, value: string) => later(() => inner.setItem(key, value)),
      removeItem: (key: string) => later(() => inner.removeItem(key)),
    };
  },
};

test.each(Object.entries(storages))('no key stays after logout and dispose with %s', async (_name, open) => {
  const { auth, storage } = await setUpSignedIn({ storage: open() });
  const gone = auth.logout();
  auth.dispose();
  await gone;
  expect(await contents(storage)).toEqual(EMPTY);
});

test.each(Object.entries(storages))('a listener may dispose during a logout with %s', async (_name, open) => {
  for (const listen of ['subscribe', 'onSessionEnd'] as const) {
    const { auth, storage } = await setUpSignedIn({ storage: open() });
    auth[listen](() => auth.dispose());
    await auth.logout();
    expect(await contents(storage)).toEqual(EMPTY);
  }
});

test('a listener may dispose when a refresh is refused, and no token stays', async () => {
  const { auth, backend, storage } = await signedInAtFake();
  auth.onSessionEnd(() => auth.dispose());
  backend.endSessions();
  await auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(0);
  expect(await contents(storage)).toEqual(EMPTY);
});

test('dispose removes nothing from storage', async () => {
  const { auth, storage } = await signedInAtFake();
  const before = await contents(storage);
  auth.dispose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await contents(storage)).toEqual(before);
});

test('a logout after dispose clears storage and revokes the tokens, and the instance reports nothing', async () => {
  const { auth, backend, storage } = await signedInAtFake();
  const onChange = vi.fn();
  auth.subscribe(onChange);
  auth.onSessionEnd(onChange);
  auth.onTokenChange(onChange);
  const state = auth.getState();
  auth.dispose();
  await auth.logout();
  expect(await contents(storage)).toEqual(EMPTY);
  await vi.advanceTimersByTimeAsync(0);
  expect(backend.calls.at(-1)).toBe('logout');
  expect(auth.getState()).toBe(state);
  expect(onChange).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a logout after dispose signs other tabs out', async () => {
  const { tabs, browser } = await openTabs(2);
  nth(tabs, 0).auth.dispose();
  await nth(tabs, 0).auth.logout();
  await vi.advanceTimersByTimeAsync(100);
  expect([...browser.truth.keys()]).toEqual([]);
  expect(nth(tabs, 1).auth.getState().isAuth).toBe(false);
});

async function reasonsOf() {
  const world = await signedInAtFake();
  const reasons: SessionEndReason[] = [];
  world.auth.onSessionEnd((reason) => reasons.push(reason));
  return { ...world, reasons };
}

test('a logout reports its reason once, and not to removed listeners', async () => {
  const { auth, reasons } = await reasonsOf();
  const left = vi.fn();
  auth.onSessionEnd(left)();
  await auth.logout();
  await auth.logout();
  expect(reasons).toEqual(['logout']);
  expect(left).not.toHaveBeenCalled();
  expect(Object.keys(auth.getState()).sort()).toEqual(
    ['error', 'isAuth', 'isInitialized', 'isLoading', 'role', 'user'].sort(),
  );
});

test('a refused refresh reports «refused» once for all requests', async () => {
  const { auth, backend, reasons } = await reasonsOf();
  backend.endSessions();
  await Promise.all([auth.fetch('/api/x/'), auth.fetch('/api/y/')]);
  expect(reasons).toEqual(['refused']);
});

test('a stored session refused at startup reports «refused», an empty storage reports nothing', async () => {
  const { auth, server, storage } = setUp();
  const reasons: SessionEndReason[] = [];
  auth.onSessionEnd((reason) => reasons.push(reason));
  leaveSession(storage, server.issue());
  server.expireAccess();
  server.revokeAll();
  await auth.initialize();
  expect(reasons).toEqual(['refused']);
  const { auth: fresh } = setUp();
  const listener = vi.fn();
  fresh.onSessionEnd(listener);
  await fresh.initialize();
  expect(listener).not.toHaveBeenCalled();
});

test.each([
  ['{', 'user_data'],
  ['[]', 'user_data'],
  ['два слова', 'access_token'],
  ['два слова', 'refresh_token'],
])('%j found in storage reports «damaged»', async (text, key) => {
  const { auth, storage, reasons } = await reasonsOf();
  storage.setItem(key, text);
  await auth.fetch('/api/x/');
  expect(auth.getState().isAuth).toBe(false);
  expect(reasons).toEqual(['damaged']);
});

test.each([
  ['user_data', '{'],
  ['access_token', 'два слова'],
  ['refresh_token', 'undefined'],
])('a stored session whose %s is %j before startup reports «damaged»', async (key, text) => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  storage.setItem(key, text);
  const reasons: SessionEndReason[] = [];
  auth.onSessionEnd((reason) => reasons.push(reason));
  await auth.initialize();
  expect(reasons).toEqual(['damaged']);
});

test('a logout in another tab reports «elsewhere», a login there reports nothing', async () => {
  const { tabs } = await openTabs(2, { spread: 3 });
  const reasons: SessionEndReason[] = [];
  nth(tabs, 0).auth.onSessionEnd((reason) => reasons.push(reason));
  await nth(tabs, 1).auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  await vi.advanceTimersByTimeAsync(250);
  expect(reasons).toEqual([]);
  await nth(tabs, 1).auth.logout();
  await vi.advanceTimersByTimeAsync(250);
  expect(reasons).toEqual(['elsewhere']);
});

test('backend.logout is called after the keys are removed and is not awaited', async () => {
  let atCall: unknown;
  const seen: unknown[] = [];
  const storage = memoryStorage();
  const { auth } = setUp({
    storage,
    backend: {
      login: async () => ({ accessToken: 'a', refreshToken: 'r', user: OLGA }),
      refresh: async () => ({ accessToken: 'b' }),
      getUser: async () => OLGA,
      async logout(tokens) {
        seen.push(tokens);
        atCall = await contents(storage);
        await new Promise(() => {});
      },
    },
  });
  await auth.login(CREDENTIALS);
  await auth.logout();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([{ accessToken: 'a', refreshToken: 'r' }]);
  expect(atCall).toEqual(EMPTY);
});

describe('backend.logout', () => {
  const signedIn = (logout: Backend<PhoneCredentials, User>['logout'], storage = memoryStorage()) => {
    leaveSession(storage, { access: 'a', refresh: 'r' });
    return setUp({ storage, backend: { ...accounts, logout } as typeof accounts });
  };

  test('backend.logout gets both tokens also when storage was not read before, and the end of the session is reported', async () => {
    const logout = vi.fn(async () => {});
    const { auth, storage } = signedIn(logout);
    const reasons: SessionEndReason[] = [];
    auth.onSessionEnd((reason) => reasons.push(reason));
    await auth.logout();
    expect(logout).toHaveBeenCalledWith(
      { accessToken: 'a', refreshToken: 'r' },
      expect.objectContaining({ accessToken: 'a' }),
    );
    expect(reasons).toEqual(['logout']);
    expect(await contents(storage)).toEqual(EMPTY);
  });

  test('backend.logout gets the refresh token when the access token has been removed, and the end of the session is reported', async () => {
    const logout = vi.fn(async () => {});
    const { auth, storage } = signedIn(logout);
    const reasons: SessionEndReason[] = [];
    auth.onSessionEnd((reason) => reasons.push(reason));
    storage.removeItem('access_token');
    await auth.logout();
    expect(reasons).toEqual(['logout']);
    expect(logout).toHaveBeenCalledWith({ accessToken: null, refreshToken: 'r' }, expect.anything());
  });

  test('backend.logout gets the tokens known before when other code has removed the keys', async () => {
    const logout = vi.fn(async () => {});
    const { auth, storage } = signedIn(logout);
    await auth.getAccessToken();
    for (const key of Object.values(STORAGE_KEYS)) storage.removeItem(key);
    await auth.logout();
    expect(logout).toHaveBeenCalledWith({ accessToken: 'a', refreshToken: 'r' }, expect.anything());
  });

  test('backend.logout that fails is not reported to the caller, and a signal of dispose does not cut it', async () => {
    const aborted: boolean[] = [];
    const { auth } = signedIn(async (_tokens, { signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      aborted.push(signal.aborted);
      throw new Error('no');
    });
    const gone = auth.logout();
    auth.dispose();
    await gone;
    await vi.advanceTimersByTimeAsync(10);
    expect(aborted).toEqual([false]);
  });

  test('backend.logout of simpleJwt sends the refresh token with keepalive, and only where a path is named', async () => {
    const { auth, server } = setUp({
      backend: simpleJwt({ paths: { user: '/me/', logout: '/api/token/blacklist/' } }) as never,
    });
    await auth.setSession({ accessToken: 'a', refreshToken: 'r', user: OLGA });
    await auth.logout();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toEqual([
      {
        method: 'POST',
        path: '/api/token/blacklist/',
        authorization: 'Bearer a',
        body: '{"refresh":"r"}',
      },
    ]);
    expect(simpleJwt({ paths: { user: '/me/' } }).logout).toBeUndefined();
  });

  test('backend.logout of simpleJwt is its only request with keepalive', async () => {
    const sent: unknown[] = [];
    const { auth } = setUp({
      backend: simpleJwt({ paths: { user: '/me/', logout: '/api/token/blacklist/' } }) as never,
      fetch: async (input, init) => {
        sent.push([init?.method, new URL(String(input)).pathname, init?.keepalive]);
        return json(OLGA);
      },
    });
    await auth.setSession({ accessToken: 'a', refreshToken: 'r', user: OLGA });
    await auth.updateProfile({ first_name: 'Анна' });
    await auth.logout();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([
      ['PATCH', '/me/', undefined],
      ['POST', '/api/token/blacklist/', true],
    ]);
  });
});
