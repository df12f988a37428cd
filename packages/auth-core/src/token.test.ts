import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInAtFake } from '../test/fake.ts';
import { json, OLGA } from '../test/server.ts';
import { BASE, CREDENTIALS, setUp, setUpSignedIn } from '../test/session.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A JWT that expires in `seconds`; its payload has characters that only base64url has. */
const jwt = (seconds: number, name = 'a') =>
  ['{}', JSON.stringify({ name: `${name}?>ÿ~`, exp: Math.floor(Date.now() / 1000) + seconds })]
    .map((part) => Buffer.from(part).toString('base64url'))
    .concat('signature')
    .join('.');

async function signedInWith(access: string, options = {}) {
  const world = setUp(options);
  await world.auth.setSession({
    accessToken: access,
    refreshToken: world.server.issue().refresh,
    user: OLGA,
  });
  return world;
}

test('a token that has not expired, or is not a JWT, is returned as it is', async () => {
  for (const token of [jwt(300), 'opaque']) {
    const { auth, server } = await signedInWith(token);
    expect(await auth.getAccessToken()).toBe(token);
    expect(server.calls).toEqual([]);
  }
});

test('an expired token is refreshed first, once for all callers', async () => {
  const { auth, storage, calls } = await signedInAtFake();
  const before = await auth.getAccessToken();
  vi.advanceTimersByTime(300_000);
  const [one, two] = await Promise.all([auth.getAccessToken(), auth.getAccessToken()]);
  expect(one).not.toBe(before);
  expect([one, two]).toEqual(Array(2).fill(await storage.getItem('access_token')));
  expect(calls()).toEqual(['refresh']);
});

test('getAccessToken is null without a session and after a refused refresh, and rejects when unreachable', async () => {
  const { auth } = setUp();
  await auth.initialize();
  expect(await auth.getAccessToken()).toBeNull();
  const refused = await signedInAtFake();
  refused.backend.endSessions();
  const cut = await signedInAtFake();
  cut.backend.fail('refresh', 503);
  vi.advanceTimersByTime(300_000);
  expect(await refused.auth.getAccessToken()).toBeNull();
  await expect(cut.auth.getAccessToken()).rejects.toMatchObject({ code: 'unreachable' });
});

test('a clock that is ahead, so that every token has expired, causes one exchange in 30 s', async () => {
  const { auth, server } = await signedInWith(jwt(-100));
  server.on('refresh', () => json({ access: jwt(-50, `${server.count('refresh')}`) }));
  for (let turn = 0; turn < 5; turn++) expect(await auth.getAccessToken()).toBe(jwt(-50, '1'));
  expect(server.count('refresh')).toBe(1);
});

test('a token about to expire is refreshed before the request is sent with refreshAhead', async () => {
  const { auth, server } = await signedInWith(jwt(30), { refreshAhead: 60_000 });
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  expect(server.calls.map(({ path, authorization }) => [path, authorization?.slice(0, 15)])).toEqual([
    ['refresh', undefined],
    ['/api/x/', 'Bearer access-2'],
  ]);
});

test('an undecided refresh of refreshAhead does not prevent the request', async () => {
  const { auth, server } = await signedInWith(jwt(30), { refreshAhead: 60_000 });
  server.on('refresh', () => json({}, 503));
  server.on('/api/x/', () => json({}));
  expect((await auth.fetch('/api/x/')).status).toBe(200);
});

test('withToken retries after a 401', async () => {
  const { auth, backend, calls } = await signedInAtFake();
  backend.expireAccess();
  const send = (token: string | null) =>
    backend.fetch(`${BASE}/api/x/`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await auth.withToken(send);
  expect(await answer.json()).toEqual({ path: '/api/x/', user: OLGA });
  expect(calls()).toEqual(['GET /api/x/', 'refresh', 'GET /api/x/']);
});

test.each([{ status: 401 }, { response: { status: 401 } }])(
  'a function of withToken may reject with %j',
  async (error) => {
    const { auth } = await setUpSignedIn();
    const send = vi.fn(async (token: string | null) => {
      if (token === 'access-1') throw Object.assign(new Error('no'), error);
      return 'text';
    });
    expect(await auth.withToken(send)).toBe('text');
    await expect(auth.withToken(async () => Promise.reject(new TypeError('network')))).rejects.toThrow(
      'network',
    );
  },
);

test('a function of withToken that is always refused costs one exchange in 30 s', async () => {
  const { auth, calls } = await signedInAtFake();
  const send = async () => ({ status: 401 });
  for (let turn = 0; turn < 5; turn++) expect(await auth.withToken(send)).toEqual({ status: 401 });
  expect(calls()).toEqual(['refresh']);
});

test('withToken rejects with what the function rejected with, also without an error', async () => {
  const { auth } = await setUpSignedIn();
  await expect(auth.withToken(() => Promise.reject(null))).rejects.toBeNull();
  await expect(auth.withToken(() => Promise.reject(undefined))).rejects.toBeUndefined();
});

test('withToken passes null without a session, and no refresh follows a 401', async () => {
  const { auth, server } = setUp();
  await auth.initialize();
  const send = vi.fn(async (_token: string | null) => ({ status: 401 }));
  await auth.withToken(send);
  expect(send.mock.calls).toEqual([[null]]);
  expect(server.calls).toEqual([]);
});

test('reloadUser loads, stores and shows the user', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.on('users/me', () => json({ ...OLGA, first_name: 'Анна', role: 'partner' }));
  expect(await auth.reloadUser()).toMatchObject({ first_name: 'Анна' });
  expect(auth.getState()).toMatchObject({ role: 'partner', user: { first_name: 'Анна' } });
  expect(await storage.getItem('user_data')).toContain('Анна');
  const before = auth.getState();
  server.on('users/me', () => json({}, 500));
  await expect(auth.reloadUser()).rejects.toMatchObject({ message: 'Ошибка загрузки пользователя' });
  expect(auth.getState()).toBe(before);
});

test('revalidate retries a waiting startup and resets the pauses', async () => {
  const { auth, server } = await signedInWith('access-9');
  server.on('refresh', () => json({}, 503, { 'Retry-After': '600' }));
  await auth.fetch('/api/x/').catch(() => {});
  server.off('refresh');
  await expect(auth.fetch('/api/x/')).rejects.toMatchObject({ code: 'unreachable' });
  auth.revalidate();
  expect((await auth.fetch('/api/x/')).status).toBe(200);

  const second = setUp();
  second.storage.setItem('access_token', 'a');
  second.server.on('verify', () => json({}, 503, { 'Retry-After': '600' }));
  await second.auth.initialize();
  second.server.off('verify');
  second.auth.revalidate();
  await vi.advanceTimersByTimeAsync(0);
  expect(second.auth.getState().isInitialized).toBe(true);
});

test('debug reports no secret', async () => {
  const steps: unknown[] = [];
  const { auth, backend, storage } = await signedInAtFake({ debug: (...parts) => steps.push(parts) });
  const secrets = [CREDENTIALS.phone, 'secret', 'Ольга'];
  const remember = async () => {
    for (const key of ['access_token', 'refresh_token']) secrets.push((await storage.getItem(key)) ?? key);
  };
  await auth.login({ ...CREDENTIALS, password: 'secret' });
  await remember();
  backend.expireAccess();
  await auth.fetch('/api/x/');
  await remember();
  await auth.logout();
  const text = JSON.stringify(steps);
  for (const word of ['login', 'refresh', 'session', 'session ended', 'logout']) expect(text).toContain(word);
  expect(new Set(secrets).size).toBe(7);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('debug may be the console, and one that throws is ignored', async () => {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
  const { auth } = setUp({ debug: true });
  await auth.login(CREDENTIALS);
  expect(debug).toHaveBeenCalled();
  debug.mockRestore();
  const second = setUp({
    debug() {
      throw new Error('mine');
    },
  });
  await second.auth.login(CREDENTIALS);
  expect(second.auth.getState().isAuth).toBe(true);
});

test('messages are English by default, and a function is called for each error', async () => {
  const english = setUp({ messages: undefined });
  english.server.on('login', () => json({}, 500));
  await expect(english.auth.login(CREDENTIALS)).rejects.toMatchObject({ message: 'Sign-in failed' });

  let language = 'de';
  const { auth, server } = setUp({
    messages: (error, about) => (language === 'de' ? `${about}: ${error.code}, ${error.status}` : undefined),
  });
  server.on('login', () => json({}, 500));
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ message: 'login: unreachable, 500' });
  language = 'en';
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ message: 'Sign-in failed' });
  server.on('login', () => json({ detail: 'Слова сервера' }, 400));
  language = 'de';
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ message: 'Слова сервера' });
});
