import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CREDENTIALS, contents, setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('dispose leaves no listener, no timer or lock but that of an exchange, and later calls reject', async () => {
  const { server, tabs, browser } = await openTabs(1, {}, { whenUnreachable: 'wait' });
  const tab = nth(tabs, 0);
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const request = tab.auth.fetch('/api/leads/');
  const login = tab.auth.login(CREDENTIALS);
  const dropped = expect(login).rejects.toMatchObject({ code: 'disposed' });
  server.on('login', () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10);
  const state = tab.auth.getState();
  const before = [...browser.truth];
  tab.auth.dispose();
  await dropped;
  expect((await request).status).toBe(401);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  expect(tab.listeners()).toBe(0);
  expect(browser.locks.held()).toBe(true);
  expect(browser.locks.waiting()).toBe(0);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(vi.getTimerCount()).toBe(0);
  expect(browser.locks.held()).toBe(false);
  expect(tab.auth.getState()).toBe(state);
  expect([...browser.truth]).toEqual(before);
  for (const call of [
    () => tab.auth.initialize(),
    () => tab.auth.login(CREDENTIALS),
    () => tab.auth.updateProfile({}),
    () => tab.auth.fetch('/api/leads/'),
  ])
    await expect(call()).rejects.toMatchObject({ name: 'AuthError', code: 'disposed' });
});

test('a tab waiting for the lock leaves the queue when it is disposed', async () => {
  const { server, tabs, browser } = await openTabs(2);
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  void nth(tabs, 0).auth.fetch('/api/leads/');
  await vi.advanceTimersByTimeAsync(10);
  const waiting = nth(tabs, 1).auth.fetch('/api/leads/');
  await vi.advanceTimersByTimeAsync(10);
  expect(browser.locks.waiting()).toBe(1);
  nth(tabs, 1).auth.dispose();
  expect((await waiting).status).toBe(401);
  expect(browser.locks.waiting()).toBe(0);
});

test.each(['logout', 'wait'] as const)(
  'dispose leaves no timer but that of an exchange, and nothing more is requested or written, at any step (%s)',
  async (whenUnreachable) => {
    const { server, tabs, browser, open } = await openTabs(1, {}, { whenUnreachable });
    for (const path of ['refresh', 'verify']) server.on(path, () => new Promise(() => {}));
    nth(tabs, 0).auth.dispose();
    server.expireAccess();
    const sent = vi.spyOn(server, 'fetch');
    const before = [...browser.truth];
    for (let turns = 0; turns < 60; turns++) {
      const { auth } = open();
      void auth.initialize();
      const request = auth.fetch('/api/leads/');
      sent.mockClear();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      auth.dispose();
      const exchanges = sent.mock.calls.filter(([input]) => `${input}`.endsWith('/refresh/')).length;
      sent.mockClear();
      expect((await request).status).toBe(401);
      await vi.advanceTimersByTimeAsync(0);
      expect(vi.getTimerCount()).toBe(exchanges);
      const asked = sent.mock.calls.filter(([, init]) => init?.signal && !init.signal.aborted);
      expect(asked).toEqual([]);
      expect([...browser.truth]).toEqual(before);
      await vi.advanceTimersByTimeAsync(7_500);
      expect(vi.getTimerCount()).toBe(0);
      expect(browser.locks.held()).toBe(false);
    }
  },
);

test('the tokens of a refresh that was in progress at dispose are stored, and a restart uses them', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const gate = server.hold('refresh');
  const request = auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
  auth.dispose();
  expect((await request).status).toBe(401);
  gate.release();
  await vi.advanceTimersByTimeAsync(10);
  expect((await contents(storage)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a refresh that is refused after dispose removes nothing', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  server.revokeAll();
  const gate = server.hold('refresh');
  void auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
  const before = await contents(storage);
  auth.dispose();
  gate.release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await contents(storage)).toEqual(before);
});

test('dispose leaves no timer of a storage that hangs', async () => {
  const { auth } = setUp({
    storage: { getItem: () => new Promise(() => {}), setItem: () => {}, removeItem: () => {} },
  });
  void auth.initialize();
  await vi.advanceTimersByTimeAsync(10);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  auth.dispose();
  expect(vi.getTimerCount()).toBe(0);
});
