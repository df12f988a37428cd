import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowser } from '../test/browser.ts';
import { createServer, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import { accounts, CREDENTIALS, contents, EMPTY, leaveSession, type TestOptions } from '../test/session.ts';
import { createAuth } from './create-auth.ts';
import { memoryStorage } from './storage.ts';

const SHOP = 'http://127.0.0.1:8000';
const BANK = 'http://127.0.0.1:9000';
const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two APIs over one storage. */
function openTwo(options: TestOptions = {}) {
  const map = new Map<string, string>();
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  const servers = [createServer(), createServer()] as const;
  const make = (which: 0 | 1) =>
    createAuth({
      backend: accounts,
      baseUrl: [SHOP, BANK][which] ?? '',
      fetch: servers[which].fetch,
      storage,
      ...options,
      userSchema: undefined,
    });
  return { map, storage, servers, make };
}

test('a second API never sees, sends or ends the session of the first', async () => {
  const { storage, servers, make } = openTwo();
  const [shop, bank] = [make(0), make(1)];
  await shop.login(CREDENTIALS);
  const kept = await contents(storage);
  await bank.initialize();
  expect(bank.getState()).toMatchObject({ isAuth: false, isInitialized: true });
  await bank.fetch('/api/x/');
  await bank.logout();
  expect(servers[1].calls.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/api/x/', null],
  ]);
  expect(await contents(storage)).toEqual(kept);
  expect((await shop.fetch('/api/x/')).status).toBe(200);
});

test('two APIs have separate sessions, also after a reload, and sign out one by one', async () => {
  const { map, storage, servers, make } = openTwo();
  const [shop, bank] = [make(0), make(1)];
  await Promise.all([shop.initialize(), bank.initialize()]);
  await shop.login(CREDENTIALS);
  await bank.login(pavel);
  expect(shop.getState().user).toEqual(OLGA);
  const [shopAgain, bankAgain] = [make(0), make(1)];
  await Promise.all([shopAgain.initialize(), bankAgain.initialize()]);
  expect(shopAgain.getState().user).toEqual(OLGA);
  expect(bankAgain.getState().user).toEqual(PAVEL);
  servers[1].expireAccess();
  expect((await bankAgain.fetch('/api/x/')).status).toBe(200);
  expect(servers[0].count('refresh')).toBe(0);
  await shopAgain.logout();
  expect(await contents(storage)).toEqual(EMPTY);
  await bankAgain.fetch('/api/x/');
  expect(bankAgain.getState().user).toEqual(PAVEL);
  await bankAgain.logout();
  expect([...map.keys()]).toEqual([]);
});

test('a logout before storage was read leaves the session of the other API', async () => {
  const { storage, make } = openTwo();
  const bank = make(1);
  await bank.initialize();
  await make(0).login(CREDENTIALS);
  await bank.logout();
  await make(1).logout();
  expect((await contents(storage))[0]).toBe('access-1');
});

test('APIs whose addresses differ only in punctuation have separate sessions', async () => {
  const { storage, make } = openTwo();
  await make(0).login(CREDENTIALS);
  const open = (baseUrl: string) => createAuth({ backend: accounts, baseUrl, storage });
  await open('https://api.test/1').setSession({ accessToken: 'a', refreshToken: 'r', user: OLGA });
  await open('https://api.test:1').setSession({ accessToken: 'b', refreshToken: 's', user: PAVEL });
  expect(await open('https://api.test/1').getAccessToken()).toBe('a');
  expect(await open('https://api.test:1').getAccessToken()).toBe('b');
});

test('a session without auth_session stays valid and then belongs to its API', async () => {
  const { storage, servers, make } = openTwo();
  leaveSession(storage, servers[0].issue());
  const shop = make(0);
  await shop.initialize();
  expect(shop.getState().user).toEqual(OLGA);
  const bank = make(1);
  await bank.initialize();
  expect(bank.getState().isAuth).toBe(false);
  expect(servers[1].calls).toEqual([]);
});

test('storageKey names the keys', async () => {
  const { map, make } = openTwo({ storageKey: 'shop' });
  const auth = make(0);
  await auth.login(CREDENTIALS);
  for (const key of ['access_token', 'refresh_token', 'user_data', 'user_role']) {
    expect(map.has(`shop.${key}`)).toBe(true);
    expect(map.has(key)).toBe(false);
  }
  await auth.logout();
  expect([...map.keys()]).toEqual([]);
});

test('sessions with different storageKeys are independent', async () => {
  const storage = memoryStorage();
  const server = createServer();
  const make = (storageKey?: string) =>
    createAuth({ backend: accounts, baseUrl: SHOP, fetch: server.fetch, storage, storageKey });
  const [plain, shop] = [make(), make('shop')];
  await plain.login(CREDENTIALS);
  await shop.initialize();
  expect(shop.getState().isAuth).toBe(false);
  await shop.login(pavel);
  await plain.logout();
  expect(shop.getState().user).toEqual(PAVEL);
  expect((await shop.fetch('/api/x/')).status).toBe(200);
});

test('tabs with one storageKey follow each other and refresh once, under their own lock', async () => {
  const server = createServer();
  const browser = createBrowser();
  const open = (storageKey: string) =>
    browser.openTab({ baseUrl: SHOP, fetch: server.fetch, storageKey, whenUnreachable: 'wait' });
  const tabs = [open('shop'), open('shop')];
  const [one, two] = tabs;
  const other = open('bank');
  await Promise.all([...tabs, other].map(({ auth }) => auth.initialize()));
  await one?.auth.login(CREDENTIALS);
  await vi.advanceTimersByTimeAsync(250);
  expect(two?.auth.getState().user).toEqual(OLGA);
  expect(other.auth.getState().isAuth).toBe(false);

  browser.locks.hold('auth:refresh_token');
  server.expireAccess();
  const answers = Promise.all(tabs.map(({ auth }) => auth.fetch('/api/x/')));
  await vi.advanceTimersByTimeAsync(1000);
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  expect(server.count('refresh')).toBe(1);

  await two?.auth.logout();
  await vi.advanceTimersByTimeAsync(250);
  expect(one?.auth.getState().isAuth).toBe(false);
});
