import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, PAVEL_PHONE } from '../test/server.ts';
import { CREDENTIALS, setUpSignedIn } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LOCK = 'auth:refresh_token';

test('a refresh leaves no timer, and takes no time when the lock is free', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  expect(vi.getTimerCount()).toBe(0);

  const { tabs, server: shared } = await openTabs(1);
  shared.expireAccess();
  const { value, took } = await finish(nth(tabs, 0).auth.fetch('/api/x/'));
  expect([value.status, took < 20]).toEqual([200, true]);
  await vi.advanceTimersByTimeAsync(50);
  expect(vi.getTimerCount()).toBe(0);
});

test('a tab that waited for the lock leaves no timer', async () => {
  const { tabs, server, browser } = await openTabs(1);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  browser.locks.hold(LOCK, held);
  server.expireAccess();
  const request = nth(tabs, 0).auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(100);
  release();
  expect((await finish(request)).value.status).toBe(200);
  await vi.advanceTimersByTimeAsync(50);
  expect(vi.getTimerCount()).toBe(0);
});

test('a tab whose lock is stolen during its exchange does not spend the token again', async () => {
  const { server, tabs, browser } = await openTabs(1, {}, { refreshTimeout: 30_000 });
  server.expireAccess();
  const gate = server.hold('refresh');
  const request = nth(tabs, 0).auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  expect(server.count('refresh')).toBe(1);
  await browser.locks.manager.request(LOCK, { steal: true }, async () => {});
  await vi.advanceTimersByTimeAsync(1_000);
  gate.release();
  expect((await finish(request)).value.status).toBe(200);
  expect(server.count('refresh')).toBe(1);
  expect(browser.locks.waiting()).toBe(0);
});

test('a tab that waited for the lock and loses it during its exchange does not spend the token again', async () => {
  const { server, tabs, browser } = await openTabs(1, {}, { refreshTimeout: 30_000 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  browser.locks.hold(LOCK, held);
  server.expireAccess();
  const gate = server.hold('refresh');
  const request = nth(tabs, 0).auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  release();
  await vi.advanceTimersByTimeAsync(200);
  expect(server.count('refresh')).toBe(1);
  await browser.locks.manager.request(LOCK, { steal: true }, async () => {});
  await vi.advanceTimersByTimeAsync(1_000);
  gate.release();
  expect((await finish(request)).value.status).toBe(200);
  expect(server.count('refresh')).toBe(1);
});

test('a 401 of the previous session makes no refresh while a login waits to be stored', async () => {
  const { server, tabs, browser } = await openTabs(1);
  const { auth } = nth(tabs, 0);
  browser.locks.hold(LOCK);
  let answer = (_: Response) => {};
  server.on('/api/slow/', () => new Promise((resolve) => (answer = resolve)));
  const old = auth.fetch('/api/slow/');
  await vi.advanceTimersByTimeAsync(10);
  const login = auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  await vi.advanceTimersByTimeAsync(100);
  expect(browser.truth.get('access_token')).toBe('access-1');
  answer(json({}, 401));
  await finish(login);
  expect((await finish(old)).value.status).toBe(401);
  expect(server.count('refresh')).toBe(0);
});

test('an exchange without waiting callers, or with a late response, leaves no timer', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const gate = server.hold('refresh');
  const request = auth.fetch('/api/x/');
  await vi.advanceTimersByTimeAsync(10);
  const { access, refresh } = server.issue();
  storage.setItem('refresh_token', refresh);
  storage.setItem('access_token', access);
  auth.revalidate();
  expect((await request).status).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
  gate.release();

  server.expireAccess();
  const late = server.hold('refresh');
  const given = auth.fetch('/api/x/').catch((error: { code: string }) => error.code);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await given).toBe('unreachable');
  late.release();
  await vi.advanceTimersByTimeAsync(10);
  expect(vi.getTimerCount()).toBe(0);
});

test('a login is stored although the tab that holds the lock and the one that took it over are frozen', async () => {
  const { tabs, browser } = await openTabs(1);
  browser.locks.hold(LOCK);
  browser.locks.hold(`${LOCK}:steal`);
  const { took } = await finish(nth(tabs, 0).auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE }));
  expect(took).toBeLessThan(3_000);
  expect(nth(tabs, 0).auth.getState().user).toMatchObject({ first_name: 'Павел' });
});
