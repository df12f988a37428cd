import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { setUp, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

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

test('a disposed instance holds the lock for an answer no longer than 75% of refreshTimeout', async () => {
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
