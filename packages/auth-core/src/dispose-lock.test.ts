import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowser } from '../test/browser.ts';
import { finish } from '../test/finish.ts';
import { createServer } from '../test/server.ts';
import { BASE, CREDENTIALS, setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import { memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Instances of one page: over one storage, with or without Web Locks. */
async function openInstances(place: string) {
  if (place === 'with Web Locks') {
    const { server, open, tabs } = await openTabs(1);
    return { server, open: () => open().auth, auth: nth(tabs, 0).auth };
  }
  const { server, storage, auth } = await setUpSignedIn();
  return { server, open: () => setUp({ storage, fetch: server.fetch }).auth, auth };
}

test.each(['with Web Locks', 'without Web Locks'])(
  'a new instance waits for the refresh of a disposed one instead of spending the token again (%s)',
  async (place) => {
    const { server, open, auth } = await openInstances(place);
    server.expireAccess();
    server.on('refresh', server.slowly('refresh', 800));
    void auth.fetch('/api/x/');
    await vi.advanceTimersByTimeAsync(10);
    auth.dispose();
    const next = open();
    await finish(next.initialize());
    expect(next.getState().isAuth).toBe(true);
    expect((await finish(next.fetch('/api/x/'))).value.status).toBe(200);
    expect([server.count('refresh'), server.doubleSpends()]).toEqual([1, 0]);
  },
);

test('a disposed instance holds the lock for a response no longer than 75% of refreshTimeout', async () => {
  const { server, tabs, browser } = await openTabs(1);
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  void nth(tabs, 0).auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  nth(tabs, 0).auth.dispose();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(browser.locks.held()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(browser.locks.held()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a login that is disposed while it waits does not take the lock from a refreshing tab', async () => {
  const { server, tabs } = await openTabs(3);
  server.expireAccess();
  server.on('refresh', server.slowly('refresh', 3_000));
  const first = nth(tabs, 0).auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  const login = nth(tabs, 1).auth.login(CREDENTIALS);
  const rejected = expect(login).rejects.toMatchObject({ code: 'disposed' });
  await vi.advanceTimersByTimeAsync(100);
  nth(tabs, 1).auth.dispose();
  await rejected;
  const third = nth(tabs, 2).auth.fetch('/api/x/');
  await finish(Promise.all([first, third]));
  expect([(await first).status, (await third).status]).toEqual([200, 200]);
  expect([server.count('refresh'), server.doubleSpends()]).toEqual([1, 0]);
});

test('a login rejects at dispose where a lock is never granted', async () => {
  const { tabs, browser } = await openTabs(1);
  browser.locks.manager.request = () => new Promise(() => {});
  const login = nth(tabs, 0).auth.login(CREDENTIALS);
  const rejected = expect(login).rejects.toMatchObject({ code: 'disposed' });
  await vi.advanceTimersByTimeAsync(100);
  nth(tabs, 0).auth.dispose();
  await rejected;
  expect(vi.getTimerCount()).toBe(0);
});

test('an instance without Web Locks waits for all earlier ones, also when the one before it is disposed', async () => {
  const { server, storage, auth: first } = await setUpSignedIn();
  const [second, third] = [0, 1].map(() => setUp({ storage, fetch: server.fetch }).auth);
  await Promise.all([second?.initialize(), third?.initialize()]);
  server.expireAccess();
  server.on('refresh', server.slowly('refresh', 800));
  const requests = [first, second].map((auth) => auth?.fetch('/api/x/'));
  await vi.advanceTimersByTimeAsync(10);
  second?.dispose();
  requests[1] = third?.fetch('/api/x/');
  const { value } = await finish(Promise.all(requests));
  expect(value.map((response) => response?.status)).toEqual([200, 200]);
  expect([server.count('refresh'), server.doubleSpends()]).toEqual([1, 0]);
});

test.each([true, false])(
  'a session is not restored from a cookie after dispose, at any step (Web Locks: %s)',
  async (webLocks) => {
    for (let turns = 0; turns < 60; turns++) {
      const sent = vi.fn(createServer().fetch);
      const { auth } = createBrowser({ webLocks }).openTab({ baseUrl: BASE, fetch: sent, restore: 'cookie' });
      void auth.initialize();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      auth.dispose();
      sent.mockClear();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(sent).not.toHaveBeenCalled();
    }
  },
);

test('a session is not restored from a cookie by an instance that was disposed while it waited', async () => {
  const storage = memoryStorage();
  const sent = vi.fn(() => new Promise<Response>(() => {}));
  const [first, second] = [0, 1].map(() => setUp({ storage, fetch: sent, restore: 'cookie' }).auth);
  for (const auth of [first, second]) void auth?.initialize();
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toHaveBeenCalledOnce();
  second?.dispose();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveBeenCalledOnce();
});
