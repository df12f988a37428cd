import { expect, test, vi } from 'vitest';
import { createServer } from '../test/server.ts';
import {
  accounts,
  BASE,
  CREDENTIALS,
  contents,
  EMPTY,
  leaveSession,
  setUp,
  setUpSignedIn,
} from '../test/session.ts';
import { createAuth } from './create-auth.ts';
import { initialState } from './state.ts';
import { type AuthStorage, memoryStorage } from './storage.ts';

const signedOut = { ...initialState, isInitialized: true };

test.each(['{', '[]', '"soon"', 'undefined', 'null', '7', ''])(
  'stored user data %j is treated as missing',
  async (text) => {
    const { auth, server, storage } = setUp();
    leaveSession(storage, server.issue());
    storage.setItem('user_data', text);
    await auth.initialize();
    expect(auth.getState()).toEqual(signedOut);
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test.each(['undefined', 'null', '', 'два слова', 'line\nbreak', 'ё'])(
  'a stored token %j is treated as missing',
  async (token) => {
    const { auth, server, storage } = setUp();
    leaveSession(storage, server.issue());
    storage.setItem('access_token', token);
    await auth.initialize();
    expect(auth.getState()).toEqual(signedOut);
    expect(server.calls).toEqual([]);
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test('damage that appears later ends the session, and no token is sent', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  storage.setItem('user_data', '[]');
  expect((await auth.fetch('/api/leads/')).status).toBe(401);
  expect(server.calls.map((call) => call.authorization)).toEqual([null]);
  expect(auth.getState()).toEqual(signedOut);
});

test.each([{}, { role: null }, { role: 5 }])('the user %j is signed in without a role', async (user) => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue(), user);
  await auth.initialize();
  expect(auth.getState()).toMatchObject({ isAuth: true, user, role: null });
});

const fails = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};
const rejects = () => Promise.reject(new Error('disk'));
const broken: [string, (inner: AuthStorage) => AuthStorage][] = [
  ['throws always', () => ({ getItem: fails, setItem: fails, removeItem: fails })],
  ['rejects always', () => ({ getItem: rejects, setItem: rejects, removeItem: rejects })],
  ['throws only on setItem', (inner) => ({ ...inner, setItem: fails })],
  ['throws only on getItem', (inner) => ({ ...inner, getItem: fails })],
  ['has no such functions', () => ({}) as AuthStorage],
];

test.each(broken)(
  'a session over a storage that %s works from memory, with one warning',
  async (_name, breakIt) => {
    const { auth, server, warnings } = setUp({ storage: breakIt(memoryStorage()) });
    await auth.initialize();
    await auth.login(CREDENTIALS);
    expect(auth.getState().isAuth).toBe(true);
    server.expireAccess();
    expect((await auth.fetch('/api/leads/')).status).toBe(200);
    await auth.updateProfile({ first_name: 'Анна' });
    expect(auth.getState().user).toMatchObject({ first_name: 'Анна' });
    await auth.logout();
    expect((await auth.fetch('/api/leads/')).status).toBe(401);
    expect(warnings).toHaveLength(1);
  },
);

test('a storage that starts to fail does not end the session', async () => {
  const inner = memoryStorage();
  let failing = false;
  const storage: AuthStorage = {
    ...inner,
    getItem: (key) => (failing ? fails() : inner.getItem(key)),
    setItem: (key, value) => (failing ? fails() : inner.setItem(key, value)),
  };
  const { auth, server } = await setUpSignedIn({ storage });
  failing = true;
  server.expireAccess();
  expect((await auth.fetch('/api/leads/')).status).toBe(200);
  expect(auth.getState().isAuth).toBe(true);
  expect(inner.getItem('refresh_token')).toBeNull();
});

test('a localStorage that throws on access is replaced by memory', async () => {
  const server = createServer();
  const warn = vi.fn();
  vi.stubGlobal('document', { hidden: false });
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: fails });
  const auth = createAuth({ backend: accounts, baseUrl: BASE, fetch: server.fetch, logger: { warn } });
  await auth.login(CREDENTIALS);
  expect((await auth.fetch('/api/leads/')).status).toBe(200);
  expect(warn).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(globalThis, 'localStorage');
  vi.unstubAllGlobals();
});

test('the default storage of a page is localStorage', async () => {
  const server = createServer();
  const localStorage = memoryStorage();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('localStorage', localStorage);
  await createAuth({ backend: accounts, baseUrl: BASE, fetch: server.fetch }).login(CREDENTIALS);
  vi.unstubAllGlobals();
  expect(localStorage.getItem('access_token')).toBe('access-1');
});

test('the default fetch is the global one of the moment of the call', async () => {
  const server = createServer();
  const auth = createAuth({ backend: accounts, baseUrl: BASE });
  vi.stubGlobal('fetch', server.fetch);
  await auth.login(CREDENTIALS);
  vi.unstubAllGlobals();
  expect(auth.getState().isAuth).toBe(true);
});

test('the default storage outside a page is memory, also where a global localStorage exists', async () => {
  const server = createServer();
  const localStorage = memoryStorage();
  vi.stubGlobal('localStorage', localStorage);
  const open = () => createAuth({ backend: accounts, baseUrl: BASE, fetch: server.fetch });
  await open().login(CREDENTIALS);
  const visitor = open();
  await visitor.initialize();
  vi.unstubAllGlobals();
  expect(visitor.getState().isAuth).toBe(false);
  expect(await contents(localStorage)).toEqual(EMPTY);
});

test('the default storage outside a page adds no listeners to the global scope of a worker', async () => {
  const addEventListener = vi.fn();
  vi.stubGlobal('addEventListener', addEventListener);
  createAuth({ backend: accounts, baseUrl: BASE });
  expect(addEventListener).not.toHaveBeenCalled();
  createAuth({ backend: accounts, baseUrl: BASE, storage: memoryStorage() });
  expect(addEventListener).toHaveBeenCalled();
  vi.unstubAllGlobals();
});
