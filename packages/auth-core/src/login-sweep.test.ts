import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { PAVEL_PHONE } from '../test/server.ts';
import { CREDENTIALS } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([0, 20])('storage arriving after %i ms', (latency) => {
  test('a login at any moment of another tab’s refresh is never lost', async () => {
    for (let delay = 0; delay <= 120; delay += 3) {
      const { server, tabs, browser } = await openTabs(2, { latency, spread: 2 });
      for (const [phone, id] of [
        [CREDENTIALS.phone, 1],
        [PAVEL_PHONE, 2],
      ] as const)
        Object.assign(server.people.get(phone)?.user ?? {}, { id });
      server.expireAccess();
      server.on('refresh', server.slowly('refresh', 40));
      const request = nth(tabs, 0).auth.fetch('/api/x/');
      await vi.advanceTimersByTimeAsync(delay);
      const { value } = await finish(nth(tabs, 1).auth.login(pavel));
      expect(value).toMatchObject({ first_name: 'Павел' });
      await finish(request);
      await vi.advanceTimersByTimeAsync(1_000);
      const access = browser.truth.get('access_token') ?? '';
      expect(server.ownerOf(access), `after ${delay} ms`).toBe(PAVEL_PHONE);
      for (const { auth } of tabs) {
        expect(auth.getState().user, `after ${delay} ms`).toMatchObject({ first_name: 'Павел' });
        auth.dispose();
      }
    }
  });
});

test('a login during another tab’s refresh without Web Locks may be lost, but sessions are not mixed', async () => {
  let lost = 0;
  for (let delay = 100; delay <= 190; delay += 2) {
    const { server, tabs, browser } = await openTabs(2, { latency: 20, webLocks: false });
    for (const [id, person] of [...server.people.values()].entries())
      Object.assign(person.user, { id: id + 1 });
    await nth(tabs, 0).auth.reloadUser();
    await vi.advanceTimersByTimeAsync(100);
    server.expireAccess();
    server.on('refresh', server.slowly('refresh', 40));
    const request = nth(tabs, 0).auth.fetch('/api/x/');
    await vi.advanceTimersByTimeAsync(delay);
    await finish(
      nth(tabs, 1)
        .auth.login(pavel)
        .catch(() => {}),
    );
    await finish(request);
    await vi.advanceTimersByTimeAsync(5_000);
    const access = browser.truth.get('access_token');
    if (access === undefined) {
      lost += 1;
      expect([...browser.truth.keys()], `after ${delay} ms`).toEqual([]);
    } else {
      expect(server.ownerOf(access), `after ${delay} ms`).toBe(PAVEL_PHONE);
      expect(browser.truth.get('user_data'), `after ${delay} ms`).toContain('Павел');
    }
    for (const { auth } of tabs) auth.dispose();
  }
  expect(lost).toBeGreaterThan(0);
});
