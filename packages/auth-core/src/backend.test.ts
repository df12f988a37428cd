import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServer, html, json, OLGA, PHONE } from '../test/server.ts';
import {
  CREDENTIALS,
  contents,
  EMPTY,
  leaveSession,
  type PhoneCredentials,
  setUp,
  setUpSignedIn,
} from '../test/session.ts';
import { AuthError } from './errors.ts';
import type { Auth, Backend, Call } from './options.ts';
import type { Fetch } from './platform.ts';
import type { User } from './state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const backend: Backend<PhoneCredentials, User> = {
  login: async () => ({ accessToken: 'a', refreshToken: 'r', user: OLGA }),
  refresh: async () => ({ accessToken: 'b' }),
  getUser: async () => OLGA,
};
const failure = (work: Promise<unknown>) => work.catch((cause: unknown) => cause);

describe('a backend', () => {
  test.each([
    ['nothing', undefined],
    ['an error of its own', new TypeError('x is not a function')],
    ['a plain object', { status: 401 }],
    ['an object with a text but no status', { text: async () => '' }],
  ])(
    'a backend that throws %s is misconfigured: the cause is kept and logged once, nothing is retried',
    async (_what, cause) => {
      const login = vi.fn(() => Promise.reject(cause));
      const { auth, warnings } = setUp({ backend: { ...backend, login } });
      for (let turn = 0; turn < 2; turn++)
        expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
          code: 'misconfigured',
          message: expect.stringContaining('backend.login()'),
          cause,
        });
      expect(warnings).toHaveLength(1);
      expect(login).toHaveBeenCalledTimes(2);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('a backend that returns other fields is misconfigured: the error names the function, the expected and the received', async () => {
    const given = { access: 'secret', refresh: 'secret', user: undefined };
    const { auth } = setUp({ backend: { ...backend, login: async () => given as never } });
    expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
      code: 'misconfigured',
      status: null,
      message:
        'auth: the value of backend.login() must be { accessToken, refreshToken, user? }; received: access, refresh',
    });
  });

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['token', 'string'],
    [[], 'a list'],
    [{}, 'no fields'],
    [{ accessToken: 'a', refreshToken: 5 }, 'accessToken, refreshToken'],
  ])('a backend that returns %j is misconfigured', async (given, received) => {
    const { auth } = setUp({ backend: { ...backend, login: async () => given as never } });
    expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
      code: 'misconfigured',
      message: expect.stringMatching(new RegExp(`received: ${received}$`)),
    });
  });

  test('a backend counts by its returned value, not by the last response', async () => {
    const login = async (_: PhoneCredentials, { fetch }: Call) => {
      await fetch('/prefs/');
      return { accessToken: 'a', refreshToken: 'r', user: OLGA };
    };
    const { auth, server } = setUp({ backend: { ...backend, login } });
    server.on('/prefs/', () => json({ detail: 'no prefs' }, 404));
    await expect(auth.login(CREDENTIALS)).resolves.toEqual(OLGA);
  });

  test.each<[string, string, () => Response | Promise<Response>]>([
    ['a network failure', 'fetch failed', () => Promise.reject(new TypeError('fetch failed'))],
    ['a body that is not JSON', 'HTTP 200 without JSON', () => html(200)],
    [
      'a body that breaks off',
      'terminated',
      () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })),
    ],
  ])(
    'a backend whose request meets %s is unreachable without any check of its own, with the cause «%s»',
    async (_what, cause, answer) => {
      const login = async (_: PhoneCredentials, { fetch }: Call) =>
        (await (await fetch('/sign-in/')).json()) as { accessToken: string };
      const { auth, server } = setUp({ backend: { ...backend, login } });
      server.on('/sign-in/', answer);
      expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
        code: 'unreachable',
        message: 'Ошибка входа',
        cause: { message: cause },
      });
    },
  );

  test('a backend may read the body of a response before it throws the response', async () => {
    const login = async (_: PhoneCredentials, { fetch }: Call) => {
      const response = await fetch('/sign-in/');
      await response.json();
      throw response;
    };
    const { auth, server } = setUp({ backend: { ...backend, login } });
    server.on('/sign-in/', () => json({ detail: 'Неверный пароль' }, 400));
    expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
      code: 'refused',
      detail: 'Неверный пароль',
    });
  });

  test('a backend may throw a response that has only a status and a text', async () => {
    const response = { status: 400, text: async () => '{"detail":"Неверный пароль"}' };
    const { auth } = setUp({ backend: { ...backend, login: () => Promise.reject(response) } });
    expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
      code: 'refused',
      detail: 'Неверный пароль',
      retryAfter: null,
    });
  });

  test('a backend that refuses the token without a status ends the session at startup', async () => {
    const refuse = () => Promise.reject(new AuthError('refused', ''));
    const { auth, storage } = setUp({ backend: { ...backend, verify: refuse, refresh: refuse } });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false, error: null });
    expect(await contents(storage)).toEqual(EMPTY);
  });

  test('a backend that throws a misconfigured AuthError is logged with its message and the prefix «auth: »', async () => {
    for (const message of ['no tenant for auth: olga', 'auth: no tenant for auth: olga']) {
      const login = () => Promise.reject(new AuthError('misconfigured', message));
      const { auth, warnings } = setUp({ backend: { ...backend, login } });
      expect(await failure(auth.login(CREDENTIALS))).toMatchObject({ message });
      expect(warnings).toEqual([['auth: no tenant for auth: olga', undefined]]);
    }
  });

  test.each([
    ['getUser', (auth: Auth) => auth.reloadUser()],
    ['updateUser', (auth: Auth) => auth.updateProfile({})],
  ] as const)('a backend whose %s() returns no object is misconfigured', async (name, call) => {
    const { auth } = setUp({ backend: { ...backend, [name]: async () => 'Olga' } });
    await auth.login(CREDENTIALS);
    expect(await failure(call(auth as never))).toMatchObject({
      code: 'misconfigured',
      message: `auth: the value of backend.${name}() must be an object; received: string`,
    });
  });

  test('a backend is not called for a user while there is no token: the call is refused with 401', async () => {
    const [getUser, updateUser] = [vi.fn(async () => OLGA), vi.fn(async () => OLGA)];
    const { auth } = setUp({ backend: { ...backend, getUser, updateUser } });
    await auth.initialize();
    expect(await failure(auth.reloadUser())).toMatchObject({
      code: 'refused',
      status: 401,
      message: 'Ошибка загрузки пользователя',
    });
    expect(await failure(auth.updateProfile({}))).toMatchObject({
      code: 'refused',
      status: 401,
      message: 'Ошибка сохранения',
    });
    expect([...getUser.mock.calls, ...updateUser.mock.calls]).toEqual([]);
  });

  test('a backend that throws its own error at startup leaves the session stored and the state anonymous', async () => {
    const verify = vi.fn(() => Promise.reject(new TypeError('x')));
    const { auth, storage } = setUp({ backend: { ...backend, verify } });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    await auth.initialize();
    expect(auth.getState()).toMatchObject({
      isInitialized: true,
      isAuth: false,
      error: { code: 'misconfigured', cause: { message: 'x' } },
    });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(verify).toHaveBeenCalledOnce();
    expect((await contents(storage)).slice(0, 2)).toEqual(['a', 'r']);
  });

  test('a backend that throws its own error at a refresh is not called again for the same token', async () => {
    const refresh = vi.fn(() => Promise.reject(new TypeError('x')));
    const { auth, server, warnings } = await setUpSignedIn({ backend: { ...backend, refresh } });
    server.expireAccess();
    for (let turn = 0; turn < 3; turn++) {
      expect(await failure(auth.fetch('/api/x/'))).toMatchObject({ code: 'misconfigured' });
      // As a page does when it becomes visible or online.
      auth.revalidate();
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(refresh).toHaveBeenCalledOnce();
    expect(warnings).toHaveLength(1);
    expect(auth.getState().isAuth).toBe(true);
  });

  test('a backend that throws the AuthError of another library is misconfigured', async () => {
    const cause = Object.assign(new Error('Invalid'), { name: 'AuthError', code: 'invalid_credentials' });
    const { auth } = setUp({ backend: { ...backend, login: () => Promise.reject(cause) } });
    expect(await failure(auth.login(CREDENTIALS))).toMatchObject({ code: 'misconfigured', cause });
    expect(auth.getState().error).toMatchObject({ code: 'misconfigured' });
  });

  test('a backend may send a Request with a method and a body', async () => {
    const login = async (_: PhoneCredentials, { fetch, baseUrl }: Call) => {
      await fetch(new Request(`${baseUrl}/sign-in/`, { method: 'POST', body: 'mine' }));
      return { accessToken: 'a', refreshToken: 'r', user: OLGA };
    };
    const { auth, server } = setUp({ backend: { ...backend, login } });
    server.on('/sign-in/', () => json({}));
    await auth.login(CREDENTIALS);
    expect(server.calls).toMatchObject([{ method: 'POST', path: '/sign-in/', body: 'mine' }]);
  });

  test.each(['yes', {}, undefined])('a backend whose verify returns %j is misconfigured', async (answer) => {
    const { auth, storage } = setUp({ backend: { ...backend, verify: async () => answer as never } });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    await auth.initialize();
    expect(auth.getState()).toMatchObject({
      isInitialized: true,
      error: {
        code: 'misconfigured',
        message: expect.stringContaining('the value of backend.verify() must be a boolean; received: '),
      },
    });
  });

  test('a backend whose verify returns false is refreshed once, and then the session ends', async () => {
    const verify = vi.fn(async (access: string) => access === 'b');
    const first = setUp({ backend: { ...backend, verify } });
    leaveSession(first.storage, { access: 'a', refresh: 'r' });
    await first.auth.initialize();
    expect(first.auth.getState().isAuth).toBe(true);
    expect(verify.mock.calls.map(([access]) => access)).toEqual(['a', 'b']);

    const second = setUp({ backend: { ...backend, verify: async () => false } });
    leaveSession(second.storage, { access: 'a', refresh: 'r' });
    await second.auth.initialize();
    expect(second.auth.getState()).toMatchObject({ isInitialized: true, isAuth: false });
  });

  test('a backend without verify has ten seconds to load the user at startup', async () => {
    const { auth, storage } = setUp({ backend: { ...backend, getUser: () => new Promise(() => {}) } });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    const started = auth.initialize();
    await vi.advanceTimersByTimeAsync(10_000);
    await started;
    expect(auth.getState().error).toMatchObject({ code: 'unreachable', cause: { message: 'timeout' } });
    auth.dispose();
  });

  test('debug reports each call of a backend by name', async () => {
    const steps: string[] = [];
    const { auth, storage } = setUp({
      backend: {
        ...backend,
        verify: async () => true,
        updateUser: async () => OLGA,
        logout: async () => undefined,
      },
      debug: (what) => steps.push(what),
    });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    await auth.initialize();
    await auth.login(CREDENTIALS);
    await auth.updateProfile({});
    await auth.logout();
    await vi.advanceTimersByTimeAsync(0);
    expect(steps.filter((what) => what.startsWith('call'))).toEqual([
      'call verify',
      'call login',
      'call updateUser',
      'call logout',
    ]);
  });

  test('debug reports setSession by name', async () => {
    const steps: string[] = [];
    const { auth } = setUp({ backend, debug: (what) => steps.push(what) });
    await auth.setSession({ accessToken: 'a', refreshToken: 'r', user: OLGA });
    expect(steps).toContain('call setSession');
  });

  test('debug reports the status and the code of failed calls', async () => {
    const failed: unknown[] = [];
    const { auth, storage } = setUp({
      backend: {
        ...backend,
        verify: async () => false,
        refresh: () => Promise.reject(new AuthError('unreachable', '', { status: 503 })),
      },
      debug: (step, details) => {
        if (step.startsWith('call')) failed.push([step, details]);
      },
    });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    await auth.initialize();
    auth.dispose();
    expect(failed).toEqual([
      ['call verify', { ok: false, status: 401, code: 'refused' }],
      ['call refresh', { ok: false, status: 503, code: 'unreachable' }],
    ]);
  });
});

test('a verify whose body does not end times out like one that never responds', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  server.on('verify', () => new Response(new ReadableStream()));
  const started = auth.initialize();
  await vi.advanceTimersByTimeAsync(10_000);
  await started;
  expect(auth.getState().error).toMatchObject({ status: null, cause: { message: 'timeout' } });
  auth.dispose();
});

test.each([
  [{ access: 'a' }, 'access'],
  [{ accessToken: 'a' }, 'accessToken'],
  [{ accessToken: '', refreshToken: 'r' }, 'accessToken, refreshToken'],
  [undefined, 'undefined'],
])(
  'setSession(%j) is misconfigured at once and names the fields, without a request',
  async (tokens, received) => {
    const { auth, server } = setUp();
    expect(await failure(auth.setSession(tokens as never))).toMatchObject({
      code: 'misconfigured',
      message: `auth: the argument of setSession() must be { accessToken, refreshToken, user? }; received: ${received}`,
    });
    expect(server.calls).toEqual([]);
  },
);

test('a schema that does not return an object is misconfigured', async () => {
  const { auth, storage } = setUp({
    userSchema: { '~standard': { version: 1, vendor: 'own', validate: () => ({ value: 'Olga' as never }) } },
  });
  expect(await failure(auth.login(CREDENTIALS))).toMatchObject({ code: 'misconfigured' });
  expect((await contents(storage))[0]).toBeNull();
});

/** Answers as React Native's first ones: read once, without a copy or a stream. */
function bareFetch(server: ReturnType<typeof createServer>): Fetch {
  const bare = async (input: string | Request, init?: RequestInit) => {
    const { status, ok, headers, ...rest } = await server.fetch(input, init).then(async (response) => ({
      status: response.status,
      ok: response.ok,
      headers: response.headers,
      content: await response.text(),
    }));
    let isRead = false;
    const text = async () => {
      if (isRead) throw new TypeError('read already');
      isRead = true;
      return rest.content;
    };
    return { status, ok, headers, body: {}, text, json: async () => JSON.parse(await text()) };
  };
  return bare as never;
}

test('responses that can be neither cloned nor cancelled are read', async () => {
  const server = createServer();
  const { auth } = setUp({ fetch: bareFetch(server) });
  expect(await failure(auth.login({ ...CREDENTIALS, password: 'wrong' }))).toMatchObject({
    code: 'refused',
    detail: 'Неверный телефон или пароль',
  });
  await auth.login(CREDENTIALS);
  server.expireAccess();
  expect((await auth.fetch('/api/x/')).status).toBe(200);
});

test('simpleJwt sends JSON', async () => {
  const { auth, server } = await setUpSignedIn();
  const types: (string | null)[] = [];
  server.on('login', (request) => {
    types.push(request.headers.get('content-type'));
    return html(502);
  });
  await failure(auth.login({ region: 'ru', ...CREDENTIALS } as never));
  expect(types).toEqual(['application/json']);
  expect(JSON.parse(server.calls[0]?.body ?? '{}')).toMatchObject({ phone: PHONE });
  expect(server.calls[0]).toMatchObject({ path: 'login', method: 'POST' });
});
