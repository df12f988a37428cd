import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServer, html, json, OLGA, PHONE } from '../test/server.ts';
import { CREDENTIALS, contents, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import type { Backend, Call } from './options.ts';
import type { Fetch } from './platform.ts';
import type { User } from './state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const backend: Backend<Credentials, User> = {
  login: async () => ({ accessToken: 'a', refreshToken: 'r', user: OLGA }),
  refresh: async () => ({ accessToken: 'b' }),
  getUser: async () => OLGA,
};
const failure = (work: Promise<unknown>) => work.catch((cause: unknown) => cause);

describe('an adapter', () => {
  test('that fails with nothing is an error with a cause', async () => {
    const { auth } = setUp({ backend: { ...backend, login: () => Promise.reject(undefined) } });
    expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
      code: 'unreachable',
      cause: { message: 'nothing' },
    });
  });

  test('that gives other names is told which, without an address where it call none', async () => {
    const given = { accessToken: 'secret', refreshToken: 'secret' };
    const { auth } = setUp({ backend: { ...backend, login: async () => given as never } });
    expect(await failure(auth.login(CREDENTIALS))).toMatchObject({
      code: 'misconfigured',
      status: null,
      message: 'auth: the back end answered without a usable "access"; it has: accessToken, refreshToken',
    });
  });

  test('may send a Request: its method and body arrive', async () => {
    const login = async (_: Credentials, { fetch, baseUrl }: Call) => {
      await fetch(new Request(`${baseUrl}/sign-in/`, { method: 'POST', body: 'mine' }));
      return { accessToken: 'a', refreshToken: 'r', user: OLGA };
    };
    const { auth, server } = setUp({ backend: { ...backend, login } });
    server.on('/sign-in/', () => json({}));
    await auth.login(CREDENTIALS);
    expect(server.calls).toMatchObject([{ method: 'POST', path: '/sign-in/', body: 'mine' }]);
  });

  test.each(['yes', {}, undefined])('whose verify gives %j has given no verdict', async (answer) => {
    const { auth, storage } = setUp({ backend: { ...backend, verify: async () => answer as never } });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    await auth.initialize();
    expect(auth.getState()).toMatchObject({
      isInitialized: false,
      error: { code: 'unreachable', message: 'Нет связи с сервером' },
    });
    auth.dispose();
  });

  test('whose verify says no means the token: it is renewed once, and then the session is over', async () => {
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

  test('without verify has ten seconds for the user at startup', async () => {
    const { auth, storage } = setUp({ backend: { ...backend, user: () => new Promise(() => {}) } });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    const started = auth.initialize();
    await vi.advanceTimersByTimeAsync(10_000);
    await started;
    expect(auth.getState().error).toMatchObject({ code: 'unreachable', cause: { message: 'timeout' } });
    auth.dispose();
  });

  test('has each of its calls told of by name', async () => {
    const told: string[] = [];
    const { auth, storage } = setUp({
      backend: {
        ...backend,
        verify: async () => true,
        updateUser: async () => OLGA,
        logout: async () => undefined,
      },
      debug: (what) => told.push(what),
    });
    leaveSession(storage, { access: 'a', refresh: 'r' });
    await auth.initialize();
    await auth.login(CREDENTIALS);
    await auth.updateProfile({});
    await auth.logout();
    await vi.advanceTimersByTimeAsync(0);
    expect(told.filter((what) => what.startsWith('call'))).toEqual([
      'call verify',
      'call login',
      'call updateUser',
      'call logout',
    ]);
  });
});

test('a verify whose answer has come but does not end is late as one that never came', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  server.on('verify', () => new Response(new ReadableStream()));
  const started = auth.initialize();
  await vi.advanceTimersByTimeAsync(10_000);
  await started;
  expect(auth.getState().error).toMatchObject({ status: null, cause: { message: 'timeout' } });
  auth.dispose();
});

test('tokens that are none are told as missing', async () => {
  const { auth } = setUp();
  expect(await failure(auth.setSession({ access: 'a' } as never))).toMatchObject({
    cause: { message: 'one or both tokens are missing' },
  });
});

test('a user that the schema makes something else of is none', async () => {
  const { auth, storage } = setUp({
    userSchema: { '~standard': { version: 1, vendor: 'own', validate: () => ({ value: 'Olga' as never }) } },
  });
  expect(await failure(auth.login(CREDENTIALS))).toMatchObject({ message: 'Ошибка загрузки пользователя' });
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

test('answers that cannot be copied nor cancelled are read all the same', async () => {
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

test('the default back end sends JSON, and the name that it is call for', async () => {
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
