import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { BASE } from '../test/session.ts';
import { AuthError } from './errors.ts';
import { createAuth } from './index.ts';
import type { Backend } from './options.ts';
import type { User } from './state.ts';
import { memoryStorage } from './storage.ts';
import { fakeJwt } from './testing/fake-jwt.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Name = 'olga' | 'pavel';

/**
 * A server that keeps the refresh token in a cookie shared by all tabs, and tabs with a session of their own, as in
 * `sessionStorage`. `tokenFor` and `users` say how much they reveal about their owner.
 */
function openServer(
  users: Record<Name, User>,
  {
    tokenFor,
    returnsUser,
  }: { tokenFor?: (name: Name, serial: number) => string; returnsUser?: boolean } = {},
) {
  let cookie: Name | undefined;
  let serial = 0;
  const owners = new Map<string, Name>();
  const valid = new Set<string>();
  const posts: Name[] = [];
  const calls: string[] = [];
  let failure: number | undefined;
  const issue = (name: Name) => {
    serial += 1;
    const token = tokenFor?.(name, serial) ?? `opaque-${serial}`;
    owners.set(token, name);
    valid.add(token);
    return token;
  };
  const refused = () => new AuthError('refused', '', { status: 401 });
  const backend: Backend<{ name: Name }, User> = {
    async login({ name }) {
      cookie = name;
      return { accessToken: issue(name), user: users[name] };
    },
    async refresh(refreshToken) {
      calls.push(`refresh ${refreshToken}`);
      if (!cookie) throw refused();
      return { accessToken: issue(cookie), ...(returnsUser && { user: users[cookie] }) };
    },
    async getUser(token) {
      calls.push('getUser');
      if (failure) throw new Response('{}', { status: failure });
      const owner = valid.has(token) ? owners.get(token) : undefined;
      if (!owner) throw refused();
      return users[owner];
    },
  };
  const fetch = async (_input: unknown, init?: RequestInit) => {
    const token = new Headers(init?.headers).get('authorization')?.slice(7) ?? '';
    if (!valid.has(token)) return new Response('{}', { status: 401 });
    if (init?.method === 'POST') posts.push(owners.get(token) as Name);
    return new Response('{}');
  };
  const open = (options = {}) =>
    createAuth({
      baseUrl: BASE,
      backend,
      storage: memoryStorage(),
      fetch: fetch as typeof globalThis.fetch,
      logger: { warn() {} },
      ...options,
    });
  return {
    users,
    posts,
    calls,
    backend,
    open,
    /** Makes `getUser` fail with this status. */
    failGetUser: (status: number | undefined) => {
      failure = status;
    },
    expire: () => valid.clear(),
    forgetCookie: () => {
      cookie = undefined;
    },
  };
}

const withIds = { olga: { id: 1, name: 'Olga' }, pavel: { id: 2, name: 'Pavel' } };
const withoutIds = { olga: { name: 'Olga' }, pavel: { name: 'Pavel' } };
const jwt = (name: Name, serial: number) => fakeJwt({ sub: name, serial });

describe('another user signs in in a second tab, which replaces the refresh cookie of the first', () => {
  test.each([
    ['tokens with a subject', withoutIds, { tokenFor: jwt }],
    ['a user returned by refresh()', withIds, { returnsUser: true }],
    ['the id of the loaded user', withIds, {}],
    ['nothing that identifies a user', withoutIds, {}],
  ])(
    'a POST is not repeated as another user that replaced the refresh cookie: %s',
    async (_evidence, users, options) => {
      const { open, expire, posts } = openServer(users, options);
      const [first, second] = [open(), open()];
      await first.login({ name: 'olga' });
      await second.login({ name: 'pavel' });
      expire();
      expect((await first.fetch('/pay/', { method: 'POST', body: '1' })).status).toBe(401);
      expect(posts).toEqual([]);
      await vi.advanceTimersByTimeAsync(0);
      // Where users cannot be distinguished, the tab follows the cookie; otherwise its session is over.
      const isUnknown = users === withoutIds && !('tokenFor' in options);
      expect(first.getState().user).toEqual(isUnknown ? users.pavel : null);
    },
  );
});

describe('a refresh cookie of the same user', () => {
  test.each([
    ['tokens with a subject', withoutIds, { tokenFor: jwt }, 0],
    ['a user returned by refresh()', withIds, { returnsUser: true }, 0],
    ['the id of the loaded user', withIds, {}, 1],
    ['an equal user', withoutIds, {}, 1],
  ])(
    'a request is repeated after a refresh cookie of the same user is exchanged: %s',
    async (_evidence, users, options, loads) => {
      const { open, expire, posts, calls } = openServer(users, options);
      const auth = open();
      await auth.login({ name: 'olga' });
      expire();
      expect((await auth.fetch('/pay/', { method: 'POST', body: '1' })).status).toBe(200);
      expect(posts).toEqual(['olga']);
      expect(calls.filter((call) => call === 'getUser')).toHaveLength(loads);
      expect(calls).toContain('refresh null');
    },
  );
});

test.each([
  ['before', { olga: { id: 1, name: 'Olga' }, pavel: { name: 'Pavel' } }],
  ['after', { olga: { name: 'Olga' }, pavel: { id: 2, name: 'Pavel' } }],
])('an id that is known only %s the refresh does not identify a user', async (_when, users) => {
  const { open, expire, posts } = openServer(users);
  const [first, second] = [open(), open()];
  await first.login({ name: 'olga' });
  await second.login({ name: 'pavel' });
  expire();
  expect((await first.fetch('/pay/', { method: 'POST', body: '1' })).status).toBe(401);
  await vi.advanceTimersByTimeAsync(0);
  expect(first.getState().user).toEqual(users.pavel);
  expect(posts).toEqual([]);
});

test('a cookie of another user is logged as the reason of the refusal', async () => {
  const warn = vi.fn();
  const { open, expire } = openServer(withIds);
  const [first, second] = [open({ logger: { warn } }), open()];
  await first.login({ name: 'olga' });
  await second.login({ name: 'pavel' });
  expire();
  await first.fetch('/x/');
  expect(warn.mock.calls).toEqual([
    [
      'auth: refresh failed',
      expect.objectContaining({
        code: 'refused',
        cause: expect.objectContaining({ message: 'the refresh cookie belongs to another user' }),
      }),
    ],
  ]);
});

test.each([404, 405, 410, 422])(
  'a user endpoint that responds with %i after a cookie refresh does not end the session',
  async (status) => {
    const { open, expire, failGetUser } = openServer(withIds);
    const storage = memoryStorage();
    const auth = open({ storage });
    await auth.login({ name: 'olga' });
    expire();
    failGetUser(status);
    await expect(auth.fetch('/x/')).rejects.toMatchObject({ code: 'unreachable', status });
    expect(auth.getState().user).toEqual(withIds.olga);
    expect(await storage.getItem('access_token')).not.toBeNull();
    failGetUser(undefined);
    expect((await auth.fetch('/x/')).status).toBe(200);
  },
);

describe("restore: 'cookie'", () => {
  test('a restore from a cookie ends without a result within ten seconds when the user endpoint never responds, and is retried', async () => {
    const server = openServer(withIds);
    await server.open().login({ name: 'olga' });
    const getUser = vi.fn<Backend['getUser']>(() => new Promise(() => {}));
    const auth = server.open({ restore: 'cookie', backend: { ...server.backend, getUser } });
    const { took } = await finish(auth.initialize());
    expect(took).toBeLessThanOrEqual(10_000);
    expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
    getUser.mockImplementation(async () => withIds.olga);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(auth.getState()).toMatchObject({ isAuth: true, user: withIds.olga });
  });

  test.each([404, 405, 410, 422])(
    'a restore from a cookie stays undecided when the user endpoint responds with %i',
    async (status) => {
      const server = openServer(withIds);
      await server.open().login({ name: 'olga' });
      server.failGetUser(status);
      const auth = server.open({ restore: 'cookie' });
      await auth.initialize();
      expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable', status } });
      auth.dispose();
    },
  );

  test('a login that fails during a restore from a cookie does not leave startup unfinished', async () => {
    const server = openServer(withIds);
    await server.open().login({ name: 'olga' });
    const login = () => Promise.reject(new AuthError('refused', '', { status: 401 }));
    const refresh: Backend['refresh'] = async (...inputs) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return server.backend.refresh(...inputs);
    };
    const auth = server.open({ restore: 'cookie', backend: { ...server.backend, login, refresh } });
    const started = auth.initialize();
    await vi.advanceTimersByTimeAsync(50);
    await expect(auth.login({ name: 'pavel' })).rejects.toMatchObject({ code: 'refused' });
    await finish(started);
    expect(auth.getState()).toMatchObject({ isInitialized: true, user: withIds.olga });
  });

  test('a restore from a cookie is undecided when the refresh does not respond within refreshTimeout', async () => {
    const server = openServer(withIds);
    const backend: Backend<{ name: Name }, User> = {
      login: () => Promise.reject(new AuthError('refused', '')),
      refresh: () => new Promise(() => {}),
      getUser: async () => withIds.olga,
    };
    const auth = server.open({ restore: 'cookie', backend, refreshTimeout: 3_000 });
    const started = auth.initialize();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(auth.getState().error).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await started;
    expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
    auth.dispose();
  });

  test('a restore from a cookie that is undecided ends anonymous when whenUnreachable is logout', async () => {
    const server = openServer(withIds);
    const backend: Backend<{ name: Name }, User> = {
      login: () => Promise.reject(new AuthError('refused', '')),
      refresh: () => Promise.reject(new AuthError('unreachable', '')),
      getUser: async () => withIds.olga,
    };
    const auth = server.open({ restore: 'cookie', backend, whenUnreachable: 'logout' });
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false, error: null });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a restore from a cookie signs in with an empty storage, by one refresh', async () => {
    const server = openServer(withIds);
    await server.open().login({ name: 'olga' });
    const auth = server.open({ restore: 'cookie' });
    const states: boolean[] = [];
    auth.subscribe(({ isAuth }) => states.push(isAuth));
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isAuth: true, isInitialized: true, user: withIds.olga });
    expect(server.calls).toEqual(['refresh null', 'getUser']);
    expect(states).toEqual([true]);
    server.expire();
    expect((await auth.fetch('/x/')).status).toBe(200);
  });

  test('a restore from a cookie that is refused ends anonymous, without a warning or an event', async () => {
    const server = openServer(withIds);
    const warn = vi.fn();
    const auth = server.open({ restore: 'cookie', logger: { warn } });
    const onEnd = vi.fn();
    auth.onSessionEnd(onEnd);
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isAuth: false, isInitialized: true, error: null });
    expect(warn).not.toHaveBeenCalled();
    expect(onEnd).not.toHaveBeenCalled();
  });

  test('a restore from a cookie is retried while the server cannot be reached', async () => {
    const server = openServer(withIds);
    await server.open().login({ name: 'olga' });
    let isDown = true;
    const backend: Backend<{ name: Name }, User> = {
      login: () => Promise.reject(new AuthError('refused', '')),
      async refresh() {
        if (isDown) throw new AuthError('unreachable', '');
        return { accessToken: 'a' };
      },
      getUser: async () => withIds.olga,
    };
    const auth = server.open({ restore: 'cookie', backend });
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
    isDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(auth.getState()).toMatchObject({ isAuth: true, user: withIds.olga });
  });

  test("startup makes no request with an empty storage unless restore is 'cookie'", async () => {
    const server = openServer(withIds);
    await server.open().login({ name: 'olga' });
    const auth = server.open();
    await auth.initialize();
    expect(auth.getState().isAuth).toBe(false);
    expect(server.calls).toEqual([]);
  });

  test('a restore from a cookie does not replace the session of a login that started meanwhile', async () => {
    const server = openServer(withIds);
    await server.open().login({ name: 'olga' });
    const auth = server.open({ restore: 'cookie' });
    const started = auth.initialize();
    await auth.login({ name: 'pavel' });
    await started;
    expect(auth.getState().user).toEqual(withIds.pavel);
  });
});
