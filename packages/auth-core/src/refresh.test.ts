import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { html, json } from '../test/server.ts';
import { contents, EMPTY, setUpSignedIn } from '../test/session.ts';
import { initialState } from './state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a 401 leads to a refresh, and the request is sent once more', {
  tags: ['spec/7.retry'],
}, async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const response = await auth.fetch('/api/leads/', { method: 'POST', body: 'x' });
  expect(await response.json()).toMatchObject({ who: 'Ольга' });
  expect(server.calls).toEqual([
    { method: 'POST', path: '/api/leads/', authorization: 'Bearer access-1', body: 'x' },
    { method: 'POST', path: 'refresh', authorization: null, body: '{"refresh":"refresh-1"}' },
    { method: 'POST', path: '/api/leads/', authorization: 'Bearer access-2', body: 'x' },
  ]);
  expect(await storage.getItem('access_token')).toBe('access-2');
});

test('a second 401 goes to the caller', { tags: ['spec/7.retry', 'spec/8.other'] }, async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('/api/leads/', () => json({ detail: 'нет' }, 401));
  expect((await auth.fetch('/api/leads/')).status).toBe(401);
  expect(server.count('/api/leads/')).toBe(2);
  expect(server.count('refresh')).toBe(1);
  expect(auth.getState().isAuth).toBe(true);
});

test('a 401 without a refresh token goes to the caller', { tags: ['spec/7.retry'] }, async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  storage.removeItem('refresh_token');
  expect((await auth.fetch('/api/leads/')).status).toBe(401);
  expect(server.calls).toHaveLength(1);
});

test('a late 401 to an older token is retried without a refresh', async () => {
  const { auth, server } = await setUpSignedIn();
  let answer = (_: Response) => {};
  server.on('/api/slow/', () => new Promise((resolve) => (answer = resolve)));
  const late = auth.fetch('/api/slow/');
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  server.off('/api/slow/');
  server.expireAccess();
  await auth.fetch('/api/leads/');
  answer(json({}, 401));
  expect((await late).status).toBe(200);
  expect(server.count('refresh')).toBe(1);
});

test('a 401 to the retry of a late 401 goes to the caller', async () => {
  const { auth, server } = await setUpSignedIn();
  let answer = (_: Response) => {};
  server.on('/api/slow/', () => new Promise((resolve) => (answer = resolve)));
  const late = auth.fetch('/api/slow/');
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  server.on('/api/slow/', () => json({}, 401));
  server.expireAccess();
  await auth.fetch('/api/leads/');
  answer(json({}, 401));
  expect((await late).status).toBe(401);
  expect(server.count('/api/slow/')).toBe(2);
  expect(server.count('refresh')).toBe(1);
});

test('a rotated refresh token is stored, and spent next time', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  for (const turn of [2, 3]) {
    server.expireAccess();
    expect((await auth.fetch('/api/leads/')).ok).toBe(true);
    expect(storage.getItem('refresh_token')).toBe(`refresh-${turn}`);
  }
  expect(server.doubleSpends()).toBe(0);
});

test('the old refresh token stays without rotation', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const { access } = server.issue();
  server.expireAccess();
  server.on('refresh', () => json({ access }));
  await auth.fetch('/api/leads/');
  expect(storage.getItem('refresh_token')).toBe('refresh-1');
  expect(storage.getItem('access_token')).toBe(access);
});

test.each([10_000, 2_000])('a refresh that never responds is undecided after %i ms', async (timeout) => {
  const options = timeout === 10_000 ? {} : { refreshTimeout: timeout };
  const { auth, server } = await setUpSignedIn({ whenUnreachable: 'wait', ...options });
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const outcome = auth.fetch('/api/leads/').catch((error: unknown) => error);
  let settled = false;
  void outcome.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(timeout - 1);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ code: 'unreachable' });
  expect(auth.getState().isAuth).toBe(true);
});

test("a caller's own request has no limit", { tags: ['spec/9.timeout'] }, async () => {
  const { auth, server } = await setUpSignedIn();
  let answer = (_: Response) => {};
  server.on('/api/leads/', () => new Promise((resolve) => (answer = resolve)));
  const slow = auth.fetch('/api/leads/');
  await vi.advanceTimersByTimeAsync(3_600_000);
  answer(json({}));
  expect((await slow).status).toBe(200);
});

test.each([
  ['seconds', () => '30'],
  ['a date', () => new Date(Date.now() + 30_000).toUTCString()],
])('Retry-After in %s is honoured', async (_form, header) => {
  const { auth, server } = await setUpSignedIn({ whenUnreachable: 'wait' });
  server.expireAccess();
  server.on('refresh', () => json({}, 503, { 'Retry-After': header() }));
  for (let second = 0; second < 29; second++) {
    await auth.fetch('/api/leads/').catch(() => {});
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(server.count('refresh')).toBe(1);
  server.off('refresh');
  await vi.advanceTimersByTimeAsync(2000);
  expect((await auth.fetch('/api/leads/')).status).toBe(200);
});

test('a clock set back does not prolong the pause', async () => {
  const { auth, server } = await setUpSignedIn({ whenUnreachable: 'wait' });
  server.expireAccess();
  server.on('refresh', () => json({}, 503, { 'Retry-After': '30' }));
  await auth.fetch('/api/leads/').catch(() => {});
  server.off('refresh');
  vi.setSystemTime(Date.now() - 86_400_000);
  expect((await auth.fetch('/api/leads/')).status).toBe(200);
});

test('a refused refresh warns, removes everything, ends the session and gives the 401 to the caller', {
  tags: ['spec/8.refresh.warning', 'spec/8.refresh.removed'],
}, async () => {
  const { auth, server, storage, warnings } = await setUpSignedIn({ whenUnreachable: 'wait' });
  server.expireAccess();
  server.revokeAll();
  const listener = vi.fn();
  auth.subscribe(listener);
  const response = await auth.fetch('/api/leads/');
  expect(response.status).toBe(401);
  expect(await contents(storage)).toEqual(EMPTY);
  expect(auth.getState()).toEqual({ ...initialState, isInitialized: true });
  expect(warnings).toHaveLength(1);
  expect(listener).toHaveBeenCalledTimes(1);
});

test.each<[string, () => Response | Promise<Response>]>([
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['429', () => json({}, 429)],
  ['503', () => json({}, 503)],
  ['HTML', () => html(403)],
  ['200 without a token', () => json({})],
])(
  'an undecided refresh (%s) signs out or keeps the session, as whenUnreachable says',
  async (_name, answer) => {
    const strict = await setUpSignedIn({ whenUnreachable: 'logout' });
    strict.server.expireAccess();
    strict.server.on('refresh', answer);
    expect((await strict.auth.fetch('/api/leads/')).status).toBe(401);
    expect(await contents(strict.storage)).toEqual(EMPTY);
    expect(strict.warnings).toHaveLength(1);

    const patient = await setUpSignedIn({ whenUnreachable: 'wait' });
    patient.server.expireAccess();
    patient.server.on('refresh', answer);
    const error = await patient.auth.fetch('/api/leads/').catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'AuthError', code: 'unreachable', message: 'Нет связи с сервером' });
    expect(patient.auth.getState()).toMatchObject({ isAuth: true, error: null });
    expect(patient.warnings).toEqual([]);
    patient.server.off('refresh');
    expect((await patient.auth.fetch('/api/leads/')).status).toBe(200);
  },
);

test('a response to a refresh that arrives after logout writes nothing', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const gate = server.hold('refresh');
  const request = auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
  await auth.logout();
  const setItem = vi.spyOn(storage, 'setItem');
  gate.release();
  expect((await request).status).toBe(401);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(setItem).not.toHaveBeenCalled();
  expect(await contents(storage)).toEqual(EMPTY);
});
