import type { Auth, User } from '@referral-dashboard/auth-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserFetch, formOf, jsonOf, type Reply, type Routes, startServer, tokenIssuer } from './server.ts';

type Credentials = Record<string, string>;
type AnyAuth = Auth<User, Credentials>;

let tokens = tokenIssuer();
let server: Awaited<ReturnType<typeof startServer>>;

beforeEach(() => {
  tokens = tokenIssuer();
  vi.resetModules();
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Starts a server and loads an example that talks to it. */
async function load<Exports = object>(name: string, routes: Routes): Promise<Exports & { auth: AnyAuth }> {
  server = await startServer(routes);
  return reload(name);
}

/** Loads an example again, as a reload of the page does. */
async function reload<Exports = object>(name: string): Promise<Exports & { auth: AnyAuth }> {
  vi.resetModules();
  process.env.API_URL = server.url;
  return import(/* @vite-ignore */ `recipe:${name}`);
}

/** Makes the process look like a page. Returns its storage and its cookies. */
function stubPage() {
  const items = new Map<string, string>();
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  return { items, page };
}

const olga = { id: 1, sub: '1', role: 'seller', name: 'Olga' };
const unauthorized: Reply = { status: 401, body: { detail: 'The token is not valid' } };
const unsupported: Reply = { status: 415, body: { detail: 'Unsupported content type' } };

/** The answer of a route that needs a valid access token. */
const guarded =
  (body: unknown, refusal: Reply = unauthorized): Routes[string] =>
  ({ bearer }) =>
    tokens.isValid(bearer) ? { body } : refusal;

/** A stock SimpleJWT and a resource. */
const simpleJwtRoutes = (): Routes => ({
  'POST /api/token/': (request) => {
    const credentials = jsonOf(request);
    if (!credentials) return unsupported;
    if (!credentials.username) return { status: 400, body: { username: ['This field may not be blank.'] } };
    if (credentials.password !== 'secret') return { status: 401, body: { detail: 'No active account' } };
    return { body: tokens.issue() };
  },
  'POST /api/token/refresh/': (request) => {
    const body = jsonOf(request);
    return body ? { ...refusedOr(tokens.rotate(body.refresh)) } : unsupported;
  },
  'POST /api/token/verify/': (request) => {
    const body = jsonOf(request);
    if (!body) return unsupported;
    return tokens.isValid(body.token ?? '') ? {} : unauthorized;
  },
  'GET /api/me/': guarded(olga),
  'GET /orders': guarded([{ id: 1 }]),
});
const refusedOr = (body: object | undefined): Reply => (body ? { body } : unauthorized);

const credentials = { username: 'olga', password: 'secret' };

/** Signs in, lets the access token expire, and requests the resource three times at once. */
async function refreshesOnce(auth: AnyAuth, login: Credentials, refresh: string): Promise<void> {
  await auth.login(login);
  tokens.expireAccess();
  const before = server.countOf(refresh);
  const responses = await Promise.all([1, 2, 3].map(() => auth.fetch('/orders')));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(server.countOf(refresh) - before).toBe(1);
}

describe('keycloak', () => {
  const realm = '/realms/demo/protocol/openid-connect';
  const revoked: (string | null)[] = [];
  const pair = (issued: { access: string; refresh: string } | undefined): Reply =>
    issued
      ? { body: { access_token: issued.access, refresh_token: issued.refresh } }
      : { status: 400, body: { error: 'invalid_grant' } };
  const routes: Routes = {
    [`POST ${realm}/token`]: (request) => {
      const form = formOf(request);
      if (form?.get('client_id') !== 'web') return unsupported;
      if (form.get('grant_type') === 'refresh_token')
        return pair(tokens.rotate(form.get('refresh_token') ?? ''));
      return form.get('password') === 'secret'
        ? pair(tokens.issue())
        : { status: 401, body: { error: 'invalid_grant' } };
    },
    [`GET ${realm}/userinfo`]: guarded(olga),
    [`POST ${realm}/revoke`]: (request) => {
      revoked.push(formOf(request)?.get('token') ?? null);
      return {};
    },
    'GET /orders': guarded([]),
  };

  test('signs in with a form, refreshes once and revokes the refresh token at logout', async () => {
    const { auth } = await load('keycloak', routes);
    await refreshesOnce(auth, credentials, `POST ${realm}/token`);
    expect(auth.getState().user).toEqual(olga);
    const { refresh } = tokens.current();
    await auth.logout();
    await vi.waitFor(() => expect(revoked).toEqual([refresh]));
  });

  test('refuses a wrong password, and ends the session when the grant is invalid', async () => {
    const { auth } = await load('keycloak', routes);
    await expect(auth.login({ ...credentials, password: 'wrong' })).rejects.toMatchObject({
      code: 'refused',
    });
    await auth.login(credentials);
    tokens.revoke();
    const reasons: string[] = [];
    auth.onSessionEnd((reason) => reasons.push(reason));
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect((await auth.fetch('/orders')).status).toBe(401);
    expect(reasons).toEqual(['refused']);
  });
});

describe('a refresh token in a cookie', () => {
  const inCookie = (issued: { access: string; refresh: string } | undefined): Reply =>
    issued
      ? {
          body: { accessToken: issued.access },
          headers: {
            'set-cookie': [
              `refresh=${issued.refresh}; Path=/auth; HttpOnly; SameSite=Strict`,
              'csrftoken=csrf-1; Path=/; SameSite=Strict',
            ],
          },
        }
      : unauthorized;
  const routes = (needsCsrf: boolean): Routes => {
    const isForged = ({ headers, cookies }: Parameters<Routes[string]>[0]) =>
      needsCsrf && headers['x-csrftoken'] !== cookies.csrftoken;
    return {
      'POST /auth/login': (request) => {
        const body = jsonOf(request);
        if (!body) return unsupported;
        return body.password === 'secret' ? inCookie(tokens.issue()) : unauthorized;
      },
      'POST /auth/refresh': (request) =>
        isForged(request) ? { status: 403 } : inCookie(tokens.rotate(request.cookies.refresh)),
      'POST /auth/logout': (request) =>
        isForged(request)
          ? { status: 403 }
          : { headers: { 'set-cookie': ['refresh=; Path=/auth; HttpOnly; Max-Age=0'] } },
      'GET /auth/me': guarded(olga),
      'GET /orders': guarded([]),
    };
  };
  let browser: ReturnType<typeof browserFetch>;

  beforeEach(() => {
    browser = browserFetch();
    vi.stubGlobal('fetch', browser.fetch);
    vi.stubGlobal('document', {
      get cookie() {
        return browser.readable();
      },
    });
  });
  const login = { email: 'olga@example.test', password: 'secret' };

  test('cookie: refreshes with the CSRF token and has the server remove the cookie at logout', async () => {
    const { auth } = await load('cookie', routes(true));
    await refreshesOnce(auth, login, 'POST /auth/refresh');
    expect(browser.cookies.get('refresh')?.value).toBe(tokens.current().refresh);
    await auth.logout();
    await vi.waitFor(() => expect([...browser.cookies.keys()]).toEqual(['csrftoken']));
  });

  test('cookie: a refresh without the CSRF token is refused', async () => {
    const { auth } = await load('cookie', routes(true));
    await auth.login(login);
    tokens.expireAccess();
    vi.stubGlobal('document', { cookie: '' });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect((await auth.fetch('/orders')).status).toBe(401);
    expect(auth.getState().isAuth).toBe(false);
  });

  test('memory: a reload restores the session with one refresh', async () => {
    const { auth } = await load('memory', routes(false));
    await refreshesOnce(auth, login, 'POST /auth/refresh');
    const { auth: reloaded } = await reload('memory');
    const before = server.countOf('POST /auth/refresh');
    await reloaded.initialize();
    expect(reloaded.getState()).toMatchObject({ isAuth: true, user: olga });
    expect(server.countOf('POST /auth/refresh') - before).toBe(1);
    expect((await reloaded.fetch('/orders')).status).toBe(200);
  });

  test('memory: without a cookie startup ends signed out and without an error', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { auth } = await load('memory', routes(false));
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false, error: null });
    expect(server.requests).toEqual(['POST /auth/refresh']);
  });
});

describe('status-419', () => {
  const expired: Reply = { status: 419, body: { message: 'Page Expired' } };
  const routes: Routes = {
    'POST /api/login': (request) => (jsonOf(request) ? { body: tokens.issue() } : unsupported),
    'POST /api/refresh': (request) => {
      const next = tokens.rotate(jsonOf(request)?.refresh);
      return next ? { body: next } : expired;
    },
    'POST /api/verify': (request) => (tokens.isValid(jsonOf(request)?.token ?? '') ? {} : expired),
    'GET /api/user': guarded(olga, expired),
    'GET /orders': guarded([], expired),
  };

  test('refreshes after a 419', async () => {
    const { auth } = await load('status-419', routes);
    await refreshesOnce(auth, credentials, 'POST /api/refresh');
  });

  test('ends the session when the refresh answers 419', async () => {
    const { auth } = await load('status-419', routes);
    await auth.login(credentials);
    tokens.revoke();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect((await auth.fetch('/orders')).status).toBe(419);
    expect(auth.getState().isAuth).toBe(false);
  });
});

describe('graphql', () => {
  const error = (code: string) => ({ data: null, errors: [{ message: code, extensions: { code } }] });
  const routes = (): Routes => ({
    ...simpleJwtRoutes(),
    'POST /graphql': (request) => {
      if (!tokens.isValid(request.bearer)) return { body: error('UNAUTHENTICATED') };
      return {
        body: jsonOf(request)?.query === '{ secrets }' ? error('FORBIDDEN') : { data: { orders: [] } },
      };
    },
  });
  const query = async (auth: AnyAuth, text: string): Promise<unknown> => {
    const response = await auth.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: text }),
    });
    return response.json();
  };

  test('refreshes after UNAUTHENTICATED in a 200 and returns the body of the retry', async () => {
    const { auth } = await load('graphql', routes());
    await auth.login(credentials);
    tokens.expireAccess();
    const results = await Promise.all([query(auth, '{ orders }'), query(auth, '{ orders }')]);
    expect(results).toEqual([{ data: { orders: [] } }, { data: { orders: [] } }]);
    expect(server.countOf('POST /api/token/refresh/')).toBe(1);
  });

  test('returns any other error without a refresh', async () => {
    const { auth } = await load('graphql', routes());
    await auth.login(credentials);
    expect(await query(auth, '{ secrets }')).toEqual(error('FORBIDDEN'));
    expect(server.countOf('POST /api/token/refresh/')).toBe(0);
  });
});

test('grace: a spent token gives the same successor for ten seconds and is refused afterwards', async () => {
  const { rotate } = await load<{ rotate(token: string, now: number): string | null }>('grace', {});
  const next = rotate('first-token', 0);
  expect(next).toMatch(/^[\w-]{36}$/);
  expect(rotate('first-token', 9_000)).toBe(next);
  expect(rotate('first-token', 11_000)).toBeNull();
  expect(rotate('unknown', 0)).toBeNull();
  expect(rotate(next ?? '', 12_000)).not.toBe(next);
});

test('axios: requests through withToken are retried after one refresh', async () => {
  type Request = (config: { url: string }) => Promise<{ status: number }>;
  const { auth, request } = await load<{ request: Request }>('axios', simpleJwtRoutes());
  await auth.login(credentials);
  tokens.expireAccess();
  const responses = await Promise.all([request({ url: '/orders' }), request({ url: '/orders' })]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(server.countOf('POST /api/token/refresh/')).toBe(1);
});

describe('worker', () => {
  const visitor = (token: string) =>
    new Request('http://page', { headers: { cookie: `access_token=${token}` } });
  type Worker = { default: { fetch(request: Request): Promise<Response> } };

  test('greets concurrent visitors by their own names and leaves a global localStorage empty', async () => {
    const written: string[] = [];
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: (key: string) => written.push(key),
      removeItem() {},
    });
    const { default: worker } = await load<Worker>('worker', {
      'GET /api/me/': ({ bearer }) => ({ body: { id: bearer, name: bearer } }),
    });
    const names = Array.from({ length: 20 }, (_, index) => `visitor-${index}`);
    const pages = await Promise.all(names.map(async (name) => (await worker.fetch(visitor(name))).text()));
    expect(pages).toEqual(names.map((name) => `Hello, ${name}`));
    expect(written).toEqual([]);
  });

  test('greets a guest without a token or with an expired one', async () => {
    const { default: worker } = await load<Worker>('worker', { 'GET /api/me/': () => unauthorized });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await (await worker.fetch(new Request('http://page'))).text()).toBe('Hello, guest');
    expect(await (await worker.fetch(visitor('expired'))).text()).toBe('Hello, guest');
  });
});

test('form: a refusal by field, a refusal as a whole and an outage are shown differently', async () => {
  type SignIn = (username: string, password: string) => Promise<object>;
  const { signIn } = await load<{ signIn: SignIn }>('form', simpleJwtRoutes());
  expect(await signIn('', 'secret')).toEqual({ fields: { username: 'This field may not be blank.' } });
  expect(await signIn('olga', 'wrong')).toEqual({ form: 'No active account', canRetry: false });
  expect(await signIn('olga', 'secret')).toEqual({});
  server.close();
  expect(await signIn('olga', 'secret')).toEqual({ form: expect.any(String), canRetry: true });
});

describe('session-end', () => {
  const assign = vi.fn();
  beforeEach(() => {
    assign.mockClear();
    vi.stubGlobal('location', { assign });
  });

  test('navigates to the login page after a logout', async () => {
    const { auth } = await load('session-end', simpleJwtRoutes());
    await auth.login(credentials);
    await auth.logout();
    expect(assign.mock.calls).toEqual([['/login']]);
  });

  test('says that the session has expired after a refusal', async () => {
    const { auth } = await load('session-end', simpleJwtRoutes());
    await auth.login(credentials);
    tokens.revoke();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await auth.fetch('/orders');
    expect(assign.mock.calls).toEqual([['/login?expired=1']]);
  });
});

test('remember: a session that is not remembered ends with the browser, a remembered one stays', async () => {
  const { items, page } = stubPage();
  type Exports = { signIn(login: Credentials, remember: boolean): Promise<unknown> };
  const afterReload = async () => {
    const { auth } = await reload('remember');
    await auth.initialize();
    return auth.getState().isAuth;
  };

  const { signIn } = await load<Exports>('remember', simpleJwtRoutes());
  await signIn(credentials, false);
  expect(await afterReload()).toBe(true);
  page.cookie = ''; // the browser was closed
  expect(await afterReload()).toBe(false);
  expect([...items.keys()]).toEqual([]);

  const { signIn: signInAgain } = await reload<Exports>('remember');
  await signInAgain(credentials, true);
  page.cookie = '';
  expect(await afterReload()).toBe(true);
});

test('idle: signs out fifteen minutes after the last activity', async () => {
  const { auth, onActivity } = await load<{ onActivity(): void }>('idle', simpleJwtRoutes());
  await auth.login(credentials);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onActivity();
  vi.advanceTimersByTime(14 * 60_000);
  onActivity();
  vi.advanceTimersByTime(14 * 60_000);
  expect(auth.getState().isAuth).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(auth.getState().isAuth).toBe(false);
});

test('two: the sessions of two storage keys are separate', async () => {
  const { shop, office } = await load<{ shop: AnyAuth; office: AnyAuth }>('two', simpleJwtRoutes());
  await shop.login(credentials);
  await office.initialize();
  expect([shop.getState().isAuth, office.getState().isAuth]).toEqual([true, false]);
});

test('socket: opens with a token that has not expired, and not at all when signed out', async () => {
  const opened: string[][] = [];
  class Socket {
    constructor(_url: string, protocols: string[]) {
      opened.push(protocols);
    }
  }
  vi.stubGlobal('WebSocket', Socket);
  type Exports = { openSocket(url: string): Promise<unknown> };
  const { auth, openSocket } = await load<Exports>('socket', {
    ...simpleJwtRoutes(),
    'POST /api/token/': () => ({ body: tokens.issue(1) }),
  });
  expect(await openSocket('wss://api.test')).toBeNull();
  await auth.login(credentials);
  vi.setSystemTime(Date.now() + 2_000);
  await openSocket('wss://api.test');
  expect(opened).toEqual([['bearer', tokens.current().access]]);
  expect(server.countOf('POST /api/token/refresh/')).toBe(1);
});

test('schema: a user with an unknown role is refused', async () => {
  let role = 'auditor';
  const { auth } = await load('schema', {
    ...simpleJwtRoutes(),
    'GET /api/me/': () => ({ body: { role, name: 'Olga' } }),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await expect(auth.login(credentials)).rejects.toMatchObject({ code: 'misconfigured' });
  expect(auth.getState().isAuth).toBe(false);
  role = 'seller';
  await auth.login(credentials);
  expect(auth.getState().user).toEqual({ role: 'seller', name: 'Olga' });
});

test('language: messages follow the language at the time of the error', async () => {
  type Exports = { setLanguage(next: 'de' | 'en'): void };
  const { auth, setLanguage } = await load<Exports>('language', {
    'POST /api/token/': () => ({ status: 401, body: {} }),
  });
  const messageOf = () => auth.login(credentials).catch(({ message }: Error) => message);
  const english = await messageOf();
  setLanguage('de');
  expect(await messageOf()).toBe('Anmeldung fehlgeschlagen');
  expect(english).not.toBe('Anmeldung fehlgeschlagen');
});

test('offline: a startup without a verdict offers a retry, which continues', async () => {
  stubPage();
  let isDown = true;
  const routes = simpleJwtRoutes();
  const verify = routes['POST /api/token/verify/'];
  type View = { text: string; retry?(): Promise<void> } | null;
  type Exports = { startupView(): View };
  const { auth: before } = await load('offline', {
    ...routes,
    'POST /api/token/verify/': (request) => (isDown ? { status: 503 } : (verify?.(request) ?? {})),
  });
  await before.login(credentials);
  before.dispose();
  const { auth, startupView } = await reload<Exports>('offline');
  expect(startupView()).toEqual({ text: 'Loading…' });
  await auth.initialize();
  const view = startupView();
  isDown = false;
  await view?.retry?.();
  expect(startupView()).toBeNull();
  expect(auth.getState().isAuth).toBe(true);
});

describe('the README of auth-core', () => {
  test('backend: sends JSON, refreshes once and reports a refusal', async () => {
    const pair = (issued: { access: string; refresh: string } | undefined): Reply =>
      issued ? { body: { accessToken: issued.access, refreshToken: issued.refresh } } : unauthorized;
    const { auth } = await load('backend', {
      'POST /auth/sign-in': (request) => {
        const body = jsonOf(request);
        if (!body) return unsupported;
        return body.password === 'secret'
          ? pair(tokens.issue())
          : { status: 401, body: { detail: 'Wrong password' } };
      },
      'POST /auth/refresh': (request) =>
        jsonOf(request) ? pair(tokens.rotate(jsonOf(request)?.refreshToken)) : unsupported,
      'GET /auth/me': guarded(olga),
      'GET /orders': guarded([]),
    });
    const login = { email: 'olga@example.test', password: 'secret' };
    await expect(auth.login({ ...login, password: 'wrong' })).rejects.toMatchObject({
      code: 'refused',
      message: 'Wrong password',
    });
    await refreshesOnce(auth, login, 'POST /auth/refresh');
  });

  test('sign-up: the tokens of a sign-up start a session, and a refusal rejects', async () => {
    type Exports = { signUp(form: object): Promise<object> };
    const { auth, signUp } = await load<Exports>('sign-up', {
      ...simpleJwtRoutes(),
      'POST /api/sign-up/': (request) => {
        const body = jsonOf(request);
        if (!body) return unsupported;
        return body.email ? { body: tokens.issue() } : { status: 400, body: { email: ['Required'] } };
      },
    });
    await expect(signUp({ email: '' })).rejects.toThrow('Sign-up failed with status 400');
    expect(await signUp({ email: 'olga@example.test' })).toEqual(olga);
    expect(auth.getState().isAuth).toBe(true);
  });

  test('after: the axios client refreshes once for several requests', async () => {
    vi.stubGlobal('location', { assign() {} });
    type Exports = { api: { get(url: string): Promise<{ status: number }> } };
    const { auth, api } = await load<Exports>('after', simpleJwtRoutes());
    await auth.login(credentials);
    tokens.expireAccess();
    const responses = await Promise.all([api.get('/orders'), api.get('/orders')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(server.countOf('POST /api/token/refresh/')).toBe(1);
  });
});

test('keys: a session under other storage keys is taken over', async () => {
  const { items } = stubPage();
  const { access, refresh } = tokens.issue();
  items.set('token', access).set('refreshToken', refresh).set('user', JSON.stringify(olga));
  const { auth } = await load('keys', simpleJwtRoutes());
  await auth.initialize();
  expect(auth.getState().user).toEqual(olga);
  expect(items.has('token')).toBe(false);
});
