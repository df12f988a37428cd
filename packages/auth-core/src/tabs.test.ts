import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL_PHONE, PHONE } from '../test/server.ts';
import { accounts, BASE, CREDENTIALS, leaveSession, setUp } from '../test/session.ts';
import { nth, openTabs } from '../test/tabs.ts';
import { createAuth } from './create-auth.ts';
import { initialState } from './state.ts';
import { memoryStorage } from './storage.ts';

const signedOut = { ...initialState, isInitialized: true };
const pavel = { ...CREDENTIALS, phone: PAVEL_PHONE };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('startup is retried at once when the browser comes online', async () => {
  const { server, open } = await openTabs(1, {}, { whenUnreachable: 'wait' });
  server.on('verify', () => json({}, 503));
  const tab = open();
  await finish(tab.auth.initialize());
  expect(tab.auth.getState().isInitialized).toBe(false);
  server.off('verify');
  tab.emit('online');
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.auth.getState()).toMatchObject({ isInitialized: true, isAuth: true });
});

test("a startup during another tab's login waits for its user", async () => {
  const { server, tabs, open } = await openTabs(1);
  const gate = server.hold('users/me');
  const login = nth(tabs, 0).auth.login(pavel);
  await vi.advanceTimersByTimeAsync(50);
  const { auth } = open();
  const started = auth.initialize();
  await vi.advanceTimersByTimeAsync(1500);
  gate.release();
  await expect(login).resolves.toMatchObject({ first_name: 'Павел' });
  await finish(started);
  expect(auth.getState()).toMatchObject({ isAuth: true, user: { first_name: 'Павел' } });
});

test('tokens without a user are removed within three seconds, also with other tabs open', async () => {
  const { tabs, browser, open } = await openTabs(1);
  nth(tabs, 0).storage.removeItem('user_data');
  const { auth } = open();
  const { took } = await finish(auth.initialize());
  expect(took).toBeLessThanOrEqual(3100);
  expect(auth.getState()).toEqual(signedOut);
  expect([...browser.truth.keys()]).toEqual([]);
});

test('a logout in another tab ends the waiting', async () => {
  const { server, tabs, open } = await openTabs(1, {}, { whenUnreachable: 'wait' });
  server.on('verify', () => json({}, 503));
  const tab = open();
  await finish(tab.auth.initialize());
  await nth(tabs, 0).auth.logout();
  await vi.advanceTimersByTimeAsync(100);
  expect(tab.auth.getState()).toEqual(signedOut);
});

test.each(['login', 'users/me'])('a logout in another tab drops the login waiting for %s', async (path) => {
  const { server, tabs, browser } = await openTabs(2);
  const gate = server.hold(path);
  const login = nth(tabs, 0).auth.login(pavel);
  const dropped = expect(login).rejects.toMatchObject({ code: 'superseded' });
  await vi.advanceTimersByTimeAsync(50);
  await nth(tabs, 1).auth.logout();
  await vi.advanceTimersByTimeAsync(50);
  gate.release();
  await dropped;
  await vi.advanceTimersByTimeAsync(50);
  expect(browser.truth.size).toBe(0);
  expect(nth(tabs, 0).auth.getState()).toMatchObject({ isAuth: false, isLoading: false });
});

test.each([0, 30])(
  'a logout in another tab during a refresh stays, seen %i ms before the response',
  async (lead) => {
    const { server, tabs, browser } = await openTabs(2, { latency: 20 });
    server.expireAccess();
    server.on('refresh', server.slowly('refresh', 50));
    const request = nth(tabs, 0).auth.fetch('/api/leads/');
    await vi.advanceTimersByTimeAsync(45 - lead);
    await nth(tabs, 1).auth.logout();
    await finish(request);
    await vi.advanceTimersByTimeAsync(1000);
    expect([...browser.truth.keys()]).toEqual([]);
    expect(tabs.map((tab) => tab.auth.getState())).toEqual([signedOut, signedOut]);
  },
);

test('the state follows a login, an update and a logout in another tab, without a request', async () => {
  const { server, tabs } = await openTabs(2);
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  await there.auth.logout();
  await vi.advanceTimersByTimeAsync(250);
  expect(here.auth.getState()).toEqual(signedOut);
  await there.auth.login(pavel);
  await there.auth.updateProfile({ first_name: 'Петр' });
  const asked = server.calls.length;
  await vi.advanceTimersByTimeAsync(250);
  expect(here.auth.getState()).toEqual(there.auth.getState());
  expect(here.auth.getState()).toMatchObject({ isAuth: true, role: 'partner', user: { first_name: 'Петр' } });
  expect(server.calls).toHaveLength(asked);
});

test('a refresh in another tab changes no state', async () => {
  const { server, tabs } = await openTabs(2);
  const before = nth(tabs, 0).auth.getState();
  server.expireAccess();
  await finish(nth(tabs, 1).auth.fetch('/api/leads/'));
  await vi.advanceTimersByTimeAsync(250);
  expect(nth(tabs, 0).auth.getState()).toBe(before);
});

test('localStorage.clear() and raw writes of other code are noticed', async () => {
  const { tabs } = await openTabs(2);
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  there.storage.setItem('user_data', JSON.stringify({ ...OLGA, first_name: 'Другая' }));
  await vi.advanceTimersByTimeAsync(250);
  expect(here.auth.getState().user).toMatchObject({ first_name: 'Другая' });
  there.clear();
  await vi.advanceTimersByTimeAsync(250);
  expect(here.auth.getState()).toEqual(signedOut);
});

test('a change missed while the tab was frozen is noticed when it becomes visible', async () => {
  const { tabs, browser } = await openTabs(2, { latency: 1_000_000 });
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  await there.auth.logout();
  browser.catchUp();
  here.emit('visibilitychange');
  await vi.advanceTimersByTimeAsync(0);
  expect(here.auth.getState()).toEqual(signedOut);
});

test("no request carries one user's token while the state shows another", async () => {
  const { server, tabs } = await openTabs(2);
  const [here, there] = [nth(tabs, 0), nth(tabs, 1)];
  const login = there.auth.login(pavel);
  const seen: [string | undefined, string | undefined][] = [];
  for (let step = 0; step < 40; step++) {
    let shown: string | undefined;
    server.on('/api/leads/', async (request) => {
      shown = here.auth.getState().user?.['first_name'] as string | undefined;
      server.off('/api/leads/');
      return server.answer(request);
    });
    const response = await here.auth.fetch('/api/leads/');
    seen.push([shown, ((await response.json()) as { who?: string }).who]);
    await vi.advanceTimersByTimeAsync(1);
  }
  await login;
  expect(here.auth.getState().user).toMatchObject({ first_name: 'Павел' });
  expect(new Set(seen.map(([shown, sent]) => shown ?? sent))).toEqual(new Set(['Ольга', 'Павел']));
  for (const [shown, sent] of seen) if (shown) expect(sent).toBe(shown);
});

test.each([
  ['the same person, renamed meanwhile', { ...OLGA, id: 7, first_name: 'Алла' }, 'Алла'],
  ['another person', { ...OLGA, id: 8 }, undefined],
])('a user that another program stored with a new token is %s', async (_who, stored, kept) => {
  const { server, storage, auth } = setUp();
  leaveSession(storage, server.issue(), { ...OLGA, id: 7 });
  await auth.initialize();
  server.expireAccess();
  const gate = server.hold('users/me');
  const update = auth.updateProfile({ father_name: 'Ивановна' });
  await vi.advanceTimersByTimeAsync(0);
  leaveSession(storage, server.issue(), stored);
  server.people.set(PHONE, { password: '', user: stored });
  gate.release();
  if (kept) expect(await update).toMatchObject({ first_name: kept, father_name: 'Ивановна' });
  else await expect(update).rejects.toMatchObject({ code: 'superseded' });
});

test('two instances live side by side in one page: one refresh for both', async () => {
  const { server, storage } = setUp();
  leaveSession(storage, server.issue());
  const make = () => createAuth({ backend: accounts, baseUrl: BASE, fetch: server.fetch, storage });
  const [one, two] = [make(), make()];
  await Promise.all([one.initialize(), two.initialize()]);
  server.expireAccess();
  const responses = await Promise.all([one.fetch('/api/x/'), two.fetch('/api/x/')]);
  expect(responses.map((response) => response.status)).toEqual([200, 200]);
  expect(server.count('refresh')).toBe(1);
});

test('sessions over different storages do not wait for each other', async () => {
  const { server } = setUp();
  const sessions = [memoryStorage(), memoryStorage()].map((storage) => {
    leaveSession(storage, server.issue());
    return createAuth({
      backend: accounts,
      baseUrl: BASE,
      fetch: server.fetch,
      storage,
      whenUnreachable: 'wait',
    });
  });
  server.expireAccess();
  server.on('refresh', (request) => {
    server.off('refresh');
    return new Promise<Response>(() => request);
  });
  void nth(sessions, 0)
    .fetch('/api/x/')
    .catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  expect((await nth(sessions, 1).fetch('/api/x/')).status).toBe(200);
});
