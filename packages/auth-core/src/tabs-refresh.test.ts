import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json } from '../test/server.ts';
import { nth, openTabs } from '../test/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([2, 4, 10])('%i tabs with an expired token', (count) => {
  test.each([0, 1, 5, 60])(
    'tabs with an expired token spend the refresh token once, storage arriving after %i ms',
    async (latency) => {
      const { server, tabs } = await openTabs(count, { latency });
      server.expireAccess();
      server.on('refresh', server.slowly('refresh', 20));
      const { value } = await finish(Promise.all(tabs.map((tab) => tab.auth.fetch('/api/leads/'))));
      expect(value.map((response) => response.status)).toEqual(tabs.map(() => 200));
      expect(server.doubleSpends()).toBe(0);
      expect(server.count('refresh')).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(tabs.every((tab) => tab.auth.getState().isAuth)).toBe(true);
    },
  );
});

test('a tab that asks just after the lock was released does not spend the token that it still sees', async () => {
  const { server, tabs } = await openTabs(2, { latency: 40 });
  server.expireAccess();
  await finish(nth(tabs, 0).auth.fetch('/api/leads/'));
  const { value } = await finish(nth(tabs, 1).auth.fetch('/api/leads/'));
  expect(value.status).toBe(200);
  expect(server.count('refresh')).toBe(1);
  expect(server.doubleSpends()).toBe(0);
});

test('tabs that start together, all expired, stay signed in', async () => {
  const { server, tabs, open } = await openTabs(1);
  server.expireAccess();
  const fresh = [open(), open(), open()];
  await finish(Promise.all(fresh.map((tab) => tab.auth.initialize())));
  expect(fresh.every((tab) => tab.auth.getState().isAuth)).toBe(true);
  expect(nth(tabs, 0).auth.getState().isAuth).toBe(true);
  expect(server.count('refresh')).toBe(1);
});

test("a refusal is not believed while another tab's token is on its way", async () => {
  const { server, tabs } = await openTabs(2, { latency: 120, webLocks: false });
  server.expireAccess();
  const newer = server.issue();
  server.on('refresh', () => {
    server.on('refresh', () => json({ detail: 'spent' }, 401));
    return json(newer);
  });
  const first = nth(tabs, 0).auth.fetch('/api/leads/');
  await vi.advanceTimersByTimeAsync(50);
  const second = nth(tabs, 1).auth.fetch('/api/leads/');
  const { value } = await finish(Promise.all([first, second]));
  expect(value.map((response) => response.status)).toEqual([200, 200]);
  expect(server.count('refresh')).toBe(2);
  expect(nth(tabs, 1).auth.getState().isAuth).toBe(true);
});

test("a tab whose result came too late waits for the access token that follows another tab's refresh token", async () => {
  const { server, tabs } = await openTabs(2, { latency: 5, spread: 40, webLocks: false });
  await vi.advanceTimersByTimeAsync(1_000);
  server.expireAccess();
  let delay = 0;
  server.on('refresh', async () => {
    delay += 20;
    await new Promise((resolve) => setTimeout(resolve, delay));
    return json(server.issue());
  });
  const { value } = await finish(Promise.all(tabs.map((tab) => tab.auth.fetch('/api/leads/'))));
  expect(value.map((response) => response.status)).toEqual([200, 200]);
  expect(server.count('refresh')).toBe(2);
});

test("a refusal is not believed when another tab's refresh token has arrived and its access token has not", async () => {
  const { server, tabs } = await openTabs(2, { latency: 5, spread: 200, webLocks: false });
  await vi.advanceTimersByTimeAsync(2_000);
  server.expireAccess();
  let requests = 0;
  server.on('refresh', async () => {
    if (++requests === 1) return json(server.issue());
    await new Promise((resolve) => setTimeout(resolve, 50));
    return json({ detail: 'spent' }, 401);
  });
  await finish(Promise.all(tabs.map((tab) => tab.auth.fetch('/api/leads/'))));
  expect(requests).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tabs.map((tab) => tab.auth.getState().isAuth)).toEqual([true, true]);
});

test('the lock is released when a refresh never responds, and the first tab uses the token of the next one', async () => {
  const { server, tabs, browser } = await openTabs(2, {}, { whenUnreachable: 'wait' });
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const stuck = nth(tabs, 0)
    .auth.fetch('/api/leads/')
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(7_000);
  server.off('refresh');
  const next = nth(tabs, 1).auth.fetch('/api/leads/');
  const { value, took } = await finish(next);
  expect((await finish(stuck)).value).toMatchObject({ status: 200 });
  expect(value.status).toBe(200);
  expect(took).toBeLessThan(1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(browser.locks.held()).toBe(false);
});

test('a tab frozen while holding the lock delays the others no longer than the timeout', async () => {
  const { server, tabs, browser } = await openTabs(2);
  browser.locks.hold('auth:refresh_token');
  server.expireAccess();
  const { value, took } = await finish(Promise.all(tabs.map((tab) => tab.auth.fetch('/api/leads/'))));
  expect(value.map((response) => response.status)).toEqual([200, 200]);
  expect(took).toBeLessThanOrEqual(10_200);
  expect(server.doubleSpends()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(browser.locks.held()).toBe(false);
});

test('a tab that takes the lock over from a frozen tab has a fifth of the timeout for its own exchange', async () => {
  const { server, tabs, browser } = await openTabs(1, {}, { refreshTimeout: 10_000 });
  browser.locks.hold('auth:refresh_token');
  server.expireAccess();
  server.on('refresh', server.slowly('refresh', 1_800));
  const { value } = await finish(nth(tabs, 0).auth.fetch('/api/leads/'));
  expect(value.status).toBe(200);
});

test('a tab refreshes without Web Locks', async () => {
  const { server, tabs } = await openTabs(2, { webLocks: false });
  server.expireAccess();
  const { value } = await finish(nth(tabs, 0).auth.fetch('/api/leads/'));
  expect(value.status).toBe(200);
  await vi.advanceTimersByTimeAsync(100);
  expect((await nth(tabs, 1).auth.fetch('/api/leads/')).status).toBe(200);
  expect(server.count('refresh')).toBe(1);
});

test("a response older than another tab's token does not replace it", async () => {
  const { server, tabs, browser } = await openTabs(2, { webLocks: false });
  const [frozen, awake] = [nth(tabs, 0), nth(tabs, 1)];
  server.expireAccess();
  const [older, newer] = [server.issue(), server.issue()];
  server.on('refresh', async () => {
    server.on('refresh', () => json(newer));
    await new Promise((resolve) => setTimeout(resolve, 5000));
    return json(older);
  });
  const late = frozen.auth.fetch('/api/leads/');
  await vi.advanceTimersByTimeAsync(1000);
  await finish(awake.auth.fetch('/api/leads/'));
  expect((await finish(late)).value.status).toBe(200);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(browser.truth.get('refresh_token')).toBe(newer.refresh);
  expect(tabs.every((tab) => tab.auth.getState().isAuth)).toBe(true);
});

test('online, becoming visible and the success of another tab end the pauses', async () => {
  const { server, tabs } = await openTabs(2, {}, { whenUnreachable: 'wait' });
  const [first, second] = [nth(tabs, 0), nth(tabs, 1)];
  server.expireAccess();
  server.on('refresh', () => json({}, 503, { 'Retry-After': '600' }));
  const refreshes = async () => {
    await finish(first.auth.fetch('/api/leads/').catch(() => {}));
    return server.count('refresh');
  };
  expect([await refreshes(), await refreshes()]).toEqual([1, 1]);
  first.emit('online');
  expect([await refreshes(), await refreshes()]).toEqual([2, 2]);
  first.hide(true);
  expect(await refreshes()).toBe(2);
  first.hide(false);
  expect(await refreshes()).toBe(3);
  server.off('refresh');
  await finish(second.auth.fetch('/api/leads/'));
  await vi.advanceTimersByTimeAsync(100);
  expect((await first.auth.fetch('/api/leads/')).status).toBe(200);
  expect(server.count('refresh')).toBe(4);
});
