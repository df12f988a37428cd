import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { html, json, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import { contents, EMPTY, leaveSession, setUp } from '../test/session.ts';
import { initialState } from './state.ts';

const signedOut = { ...initialState, isInitialized: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a verified token with a refresh token and a user signs the stored user in', {
  tags: ['spec/4.startup.valid', 'spec/4.startup.complete'],
}, async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  await auth.initialize();
  expect(auth.getState()).toEqual({
    user: OLGA,
    role: 'organization',
    error: null,
    isAuth: true,
    isLoading: false,
    isInitialized: true,
  });
  expect(server.calls).toEqual([
    { method: 'POST', path: 'verify', authorization: null, body: '{"token":"access-1"}' },
  ]);
});

test.each([200, 204])('verify accepts the token with status %i and an empty body', async (status) => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  server.on('verify', () => new Response(null, { status }));
  await auth.initialize();
  expect(auth.getState().isAuth).toBe(true);
});

test.each([
  ['access_token', 'the access token'],
  ['refresh_token', 'the refresh token'],
  ['user_data', 'the user'],
])('startup clears everything stored without %s', { tags: ['spec/4.startup.otherwise'] }, async (key) => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  storage.removeItem(key);
  await auth.initialize();
  expect(auth.getState()).toEqual(signedOut);
  expect(await contents(storage)).toEqual(EMPTY);
});

test.each([400, 401, 403])(
  'a session is cleared when verify keeps responding with %i after a refresh',
  async (status) => {
    const { auth, server, storage } = setUp({ whenUnreachable: 'wait' });
    leaveSession(storage, server.issue());
    server.on('verify', () => json({ non_field_errors: ['Token is blacklisted'] }, status));
    await auth.initialize();
    expect(auth.getState()).toEqual(signedOut);
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test('the role is that of the stored user without a role key', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  storage.removeItem('user_role');
  await auth.initialize();
  expect(auth.getState().role).toBe('organization');
});

test('an empty storage makes no request', { tags: ['spec/4.startup.complete'] }, async () => {
  const { auth, server } = setUp();
  await auth.initialize();
  expect(auth.getState()).toEqual(signedOut);
  expect(server.calls).toEqual([]);
});

test('an expired token is refreshed and the new one verified', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  server.expireAccess();
  await auth.initialize();
  expect(auth.getState().isAuth).toBe(true);
  expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
    ['verify', '{"token":"access-1"}'],
    ['refresh', '{"refresh":"refresh-1"}'],
    ['verify', '{"token":"access-2"}'],
  ]);
});

test('a refreshed token that is refused ends the session', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  server.on('verify', () => json({ detail: 'нет' }, 401));
  await auth.initialize();
  expect(auth.getState()).toEqual(signedOut);
  expect(await contents(storage)).toEqual(EMPTY);
  expect(server.count('refresh')).toBe(1);
});

const noVerdict: [string, () => Response | Promise<Response>][] = [
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['no answer in ten seconds', () => new Promise(() => {})],
  ['status 408', () => json({}, 408)],
  ['status 429', () => json({ detail: 'позже' }, 429)],
  ['status 503', () => json({}, 503)],
  ['a page of a proxy', () => html(200)],
  ["a refusal that is not the API's", () => html(403)],
];

describe.each(noVerdict)('%s', (_name, answer) => {
  test('an undecided verify at startup ends the session with "logout"', async () => {
    const { auth, server, storage } = setUp({ whenUnreachable: 'logout' });
    leaveSession(storage, server.issue());
    server.on('verify', answer);
    const done = auth.initialize();
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    expect(auth.getState()).toEqual(signedOut);
    expect(await contents(storage)).toEqual(EMPTY);
  });

  test('an undecided verify at startup clears nothing with "wait" and is retried later', async () => {
    const { auth, server, storage } = setUp({ whenUnreachable: 'wait' });
    leaveSession(storage, server.issue());
    const before = await contents(storage);
    server.on('verify', answer);
    const done = auth.initialize();
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    expect(auth.getState()).toMatchObject({
      isInitialized: false,
      isAuth: false,
      error: { code: 'unreachable' },
    });
    expect(await contents(storage)).toEqual(before);

    server.off('verify');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: true, error: null });
    auth.dispose();
  });
});

test('pauses grow and are jittered', async () => {
  const { auth, server, storage } = setUp({ whenUnreachable: 'wait' });
  leaveSession(storage, server.issue());
  server.on('verify', () => json({}, 503));
  const times: number[] = [];
  server.on('verify', () => {
    times.push(Date.now());
    return json({}, 503);
  });
  await auth.initialize();
  await vi.advanceTimersByTimeAsync(600_000);
  auth.dispose();
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, pause] of pauses.entries()) {
    const longest = Math.min(4000 * 2 ** index, 60_000);
    expect(pause).toBeGreaterThanOrEqual(longest / 2);
    expect(pause).toBeLessThanOrEqual(longest);
  }
  expect(pauses.length).toBeGreaterThan(8);
  expect(new Set(pauses.slice(4)).size).toBeGreaterThan(1);
});

test('initialize called again retries now, and never twice at a time', async () => {
  const { auth, server, storage } = setUp({ whenUnreachable: 'wait' });
  leaveSession(storage, server.issue());
  server.on('verify', () => json({}, 503));
  await auth.initialize();
  await Promise.all([auth.initialize(), auth.initialize()]);
  expect(server.count('verify')).toBe(2);
  server.off('verify');
  await auth.initialize();
  expect(auth.getState().isAuth).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.count('verify')).toBe(3);
});

test('an undecided refresh at startup keeps the session with "wait"', async () => {
  const { auth, server, storage } = setUp({ whenUnreachable: 'wait' });
  leaveSession(storage, server.issue());
  server.expireAccess();
  server.on('refresh', () => json({}, 503));
  await auth.initialize();
  expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
  server.off('refresh');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(auth.getState().isAuth).toBe(true);
});

test('a response about a session that was replaced meanwhile does not apply to the new one', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  const gate = server.hold('verify');
  const started = auth.initialize();
  await vi.waitFor(() => expect(server.count('verify')).toBe(1));
  server.expireAccess();
  server.revokeAll();
  leaveSession(storage, server.issue(PAVEL_PHONE), PAVEL);
  gate.release();
  await started;
  expect(auth.getState()).toMatchObject({ isAuth: true, user: PAVEL });
  expect(server.count('verify')).toBe(2);
});

test('many calls make one run', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  await Promise.all([auth.initialize(), auth.initialize()]);
  await auth.initialize();
  expect(server.count('verify')).toBe(1);
});

test('the state is the initial one and storage is not read before initialize', () => {
  const getItem = vi.fn(() => null);
  const { auth } = setUp({ storage: { getItem, setItem: () => {}, removeItem: () => {} } });
  expect(auth.getState()).toBe(initialState);
  expect(getItem).not.toHaveBeenCalled();
});
