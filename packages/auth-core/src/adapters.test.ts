import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createAuth } from './auth.ts';
import { type Backend, simpleJwt, type Tokens } from './backend.ts';
import { memoryStorage } from './storage.ts';

interface Asked {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly body: {
    readonly username?: string;
    readonly password?: string;
    readonly refresh?: string;
    readonly token?: string;
    readonly refreshToken?: string;
    readonly data?: { readonly password?: string };
  };
}

/** What an adapter takes an answer for. */
const read = async <T>(response: Response) => (await response.json()) as T;

interface Named {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Reply = readonly [status: number, body?: unknown, headers?: Record<string, string>];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real server on loopback. A handler is found by method and path, and answers with status, JSON, headers. */
async function listen(handlers: Readonly<Record<string, (asked: Asked) => Reply>>) {
  const asked: Asked[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { authorization, cookie } = request.headers;
    const one = {
      call: `${request.method} ${request.url}`,
      authorization,
      cookie,
      body: JSON.parse(text || '{}'),
    };
    asked.push(one);
    const [status, body, headers] = handlers[one.call]?.(one) ?? [404, 'nothing here'];
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Rotating pairs of tokens; only the last of each is good. */
function createTokens() {
  let serial = 0;
  return {
    next: () => {
      serial += 1;
      return { access: `access-${serial}`, refresh: `refresh-${serial}` };
    },
    isAccess: (header: string | undefined) => header === `Bearer access-${serial}`,
    isRefresh: (token: unknown) => token === `refresh-${serial}`,
    expire: () => {
      serial += 1;
    },
  };
}

describe('a stock SimpleJWT: /api/token/ and username', () => {
  const open = async () => {
    let serial = 1;
    const api = await listen({
      'POST /api/token/': ({ body }) =>
        body.username === 'olga' && body.password === 'secret'
          ? [200, { access: `access-${serial}`, refresh: `refresh-${serial}` }]
          : [
              401,
              { detail: 'No active account found with the given credentials', code: 'no_active_account' },
            ],
      'POST /api/token/refresh/': ({ body }) =>
        body.refresh === 'refresh-1'
          ? [200, { access: `access-${serial}` }]
          : [401, { detail: 'Token is invalid', code: 'token_not_valid' }],
      'POST /api/token/verify/': ({ body }) =>
        body.token === `access-${serial}` ? [200, {}] : [401, { code: 'token_not_valid' }],
      'GET /api/me/': ({ authorization }) =>
        authorization === `Bearer access-${serial}` ? [200, { id: 1, name: 'Olga' }] : [401, {}],
      'GET /api/orders/': ({ authorization }) =>
        authorization === `Bearer access-${serial}` ? [200, []] : [401, {}],
    });
    const backend = simpleJwt(
      {
        login: '/api/token/',
        refresh: '/api/token/refresh/',
        verify: '/api/token/verify/',
        user: '/api/me/',
      },
      { username: 'username' },
    );
    const storage = memoryStorage();
    return {
      ...api,
      storage,
      expire: () => {
        serial += 1;
      },
      make: () => createAuth({ baseUrl: api.baseUrl, backend, storage }),
    };
  };

  test('signs in, is refreshed, comes back', async () => {
    const { asked, expire, make } = await open();
    const auth = make();
    const user = await auth.login({ username: 'olga', password: 'secret' });
    expect(user).toMatchObject({ name: 'Olga' });
    expect(asked[0]?.body).toEqual({ username: 'olga', password: 'secret' });
    expire();
    expect((await auth.fetch('/api/orders/')).status).toBe(200);
    expire();
    const again = make();
    await again.initialize();
    expect(again.getState()).toMatchObject({ isAuth: true, user: { name: 'Olga' } });
  });

  test('a refused sign-in shows the server’s words', async () => {
    const { make } = await open();
    await expect(make().login({ username: 'olga', password: 'x' })).rejects.toMatchObject({
      code: 'refused',
      message: 'No active account found with the given credentials',
    });
  });
});

interface Shopper {
  readonly id: string;
  readonly fullName: string;
  readonly role: 'admin' | 'buyer';
}

describe('an API of its own names, without verify', () => {
  const json = (method: string, body?: unknown, access?: string) => ({
    method,
    headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  /** Throws plain errors and reads answers without a look at their status, as adapters do. */
  const backend: Backend<{ email: string; password: string }, Shopper> = {
    async login(credentials, { fetch, baseUrl, signal }) {
      const response = await fetch(`${baseUrl}/auth/sign-in`, { ...json('POST', credentials), signal });
      if (!response.ok) throw new Error('login failed');
      const { accessToken, refreshToken } = await read<Named>(response);
      return { access: accessToken, refresh: refreshToken };
    },
    async refresh(refresh, { fetch }) {
      const response = await fetch('/auth/refresh', json('POST', { refreshToken: refresh }));
      const { accessToken, refreshToken } = await read<Named>(response);
      return { access: accessToken, refresh: refreshToken };
    },
    user: async (access, { fetch }) => read(await fetch('/auth/me', json('GET', undefined, access))),
    update: async (patch, access, { fetch }) => read(await fetch('/auth/me', json('PATCH', patch, access))),
  };
  const open = async () => {
    const tokens = createTokens();
    const buyer: Shopper = { id: 'u1', fullName: 'Olga', role: 'buyer' };
    const give = () => {
      const { access, refresh } = tokens.next();
      return { accessToken: access, refreshToken: refresh };
    };
    const me = ({ authorization, body }: Asked): Reply =>
      tokens.isAccess(authorization) ? [200, { ...buyer, ...body }] : [401];
    const api = await listen({
      'POST /auth/sign-in': ({ body }) =>
        body.password === 'secret' ? [200, give()] : [403, { detail: 'Wrong password' }],
      'POST /auth/refresh': ({ body }) => (tokens.isRefresh(body.refreshToken) ? [200, give()] : [401, {}]),
      'GET /auth/me': me,
      'PATCH /auth/me': me,
      'GET /orders': ({ authorization }) => (tokens.isAccess(authorization) ? [200, []] : [401]),
    });
    const storage = memoryStorage();
    return { ...api, tokens, storage, make: () => createAuth({ baseUrl: api.baseUrl, backend, storage }) };
  };

  test('signs in, updates, comes back by its user alone', async () => {
    const { make, asked } = await open();
    const auth = make();
    expect((await auth.login({ email: 'o@example.test', password: 'secret' })).fullName).toBe('Olga');
    expect((await auth.updateProfile({ fullName: 'Anna' })).fullName).toBe('Anna');
    expect((await auth.fetch('/orders')).status).toBe(200);
    const again = make();
    await again.initialize();
    expect(again.getState()).toMatchObject({ isAuth: true, role: 'buyer', user: { fullName: 'Olga' } });
    expect(asked.at(-1)?.call).toBe('GET /auth/me');
  });

  test('an adapter’s plain errors are told apart by the answer', async () => {
    const { make } = await open();
    await expect(make().login({ email: 'o@example.test', password: 'x' })).rejects.toMatchObject({
      code: 'refused',
      status: 403,
      message: 'Wrong password',
    });
  });

  test('a session that is over is refused at startup, and its 401s after', async () => {
    const { make, storage } = await open();
    await storage.setItem('access_token', 'old');
    await storage.setItem('refresh_token', 'old');
    await storage.setItem('user_data', '{"id":"u1"}');
    const auth = make();
    const reasons: string[] = [];
    auth.onSignOut((reason) => reasons.push(reason));
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isAuth: false, isInitialized: true });
    expect(reasons).toEqual(['refused']);
  });

  test('an expired token is exchanged, and the new one rotates', async () => {
    const { make, storage } = await open();
    const auth = make();
    await auth.login({ email: 'o@example.test', password: 'secret' });
    await storage.setItem('access_token', 'expired');
    expect((await auth.fetch('/orders')).status).toBe(200);
    expect(await storage.getItem('refresh_token')).toBe('refresh-2');
  });
});

test('a refresh token in an HttpOnly cookie: never in storage, the session is renewed and comes back', async () => {
  let cookie = '';
  let serial = 0;
  const give = (): Reply => {
    serial += 1;
    cookie = `refresh=secret-${serial}`;
    return [200, { token: `access-${serial}` }, { 'set-cookie': `${cookie}; HttpOnly; Path=/auth` }];
  };
  const api = await listen({
    'POST /auth/login': give,
    'POST /auth/refresh': (asked) => (asked.cookie === cookie ? give() : [401, {}]),
    'GET /auth/me': ({ authorization }) =>
      authorization === `Bearer access-${serial}` ? [200, { name: 'Olga' }] : [401],
    'GET /orders': ({ authorization }) => (authorization === `Bearer access-${serial}` ? [200, []] : [401]),
  });
  // What a browser does with `credentials: 'include'`.
  let jar = '';
  const withCookies: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (init?.credentials === 'include') headers.set('cookie', jar);
    const response = await fetch(input, { ...init, headers });
    jar = response.headers.get('set-cookie')?.split(';')[0] ?? jar;
    return response;
  };
  const spent: (string | null)[] = [];
  const backend: Backend<{ email: string }, { name: string }> = {
    async login(credentials, call) {
      const response = await call.fetch('/auth/login', {
        method: 'POST',
        credentials: 'include',
        body: JSON.stringify(credentials),
      });
      return { access: (await read<{ token: string }>(response)).token };
    },
    async refresh(refresh, call) {
      spent.push(refresh);
      const response = await call.fetch('/auth/refresh', { method: 'POST', credentials: 'include' });
      return { access: (await read<{ token: string }>(response)).token };
    },
    user: async (access, call) =>
      read(await call.fetch('/auth/me', { headers: { authorization: `Bearer ${access}` } })),
  };
  const storage = memoryStorage();
  const make = () => createAuth({ baseUrl: api.baseUrl, backend, storage, fetch: withCookies });
  const auth = make();
  await auth.login({ email: 'o@example.test' });
  expect(await storage.getItem('refresh_token')).toBeNull();
  serial += 1;
  expect((await auth.fetch('/orders')).status).toBe(200);
  const again = make();
  await again.initialize();
  expect(again.getState()).toMatchObject({ isAuth: true, user: { name: 'Olga' } });
  serial += 1;
  expect((await again.fetch('/orders')).status).toBe(200);
  expect(spent).toEqual([null, null]);
  expect(await storage.getItem('refresh_token')).toBeNull();
  cookie = 'ended';
  serial += 1;
  expect((await again.fetch('/orders')).status).toBe(401);
  expect(again.getState().isAuth).toBe(false);
});

test('JSON:API errors are read by the adapter, and its logout is called', async () => {
  const tokens = createTokens();
  const api = await listen({
    'POST /sessions': ({ body }) =>
      body.data?.password === 'secret'
        ? [201, { data: { attributes: tokens.next() } }]
        : [
            422,
            {
              errors: [
                {
                  title: 'Invalid',
                  detail: 'Password is wrong',
                  source: { pointer: '/data/attributes/password' },
                },
              ],
            },
          ],
    'GET /me': ({ authorization }) =>
      tokens.isAccess(authorization) ? [200, { data: { id: '1', attributes: { name: 'Olga' } } }] : [401],
    'DELETE /sessions': () => [204],
  });
  const backend: Backend<{ password: string }, { id: string; name: string }> = {
    async login(data, { fetch }) {
      const response = await fetch('/sessions', { method: 'POST', body: JSON.stringify({ data }) });
      return (await read<{ data: { attributes: Tokens } }>(response)).data.attributes;
    },
    refresh: () => Promise.reject(new Error('none')),
    async user(access, { fetch }) {
      const response = await fetch('/me', { headers: { authorization: `Bearer ${access}` } });
      const { data } = await read<{ data: { id: string; attributes: { name: string } } }>(response);
      return { id: data.id, ...data.attributes };
    },
    async logout(access, { fetch }) {
      await fetch('/sessions', { method: 'DELETE', headers: { authorization: `Bearer ${access}` } });
    },
    readError(_response, body) {
      const errors =
        (body as { errors?: { detail: string; source?: { pointer?: string } }[] } | null)?.errors ?? [];
      return {
        message: errors[0]?.detail,
        fieldErrors: Object.fromEntries(
          errors.map(({ detail, source }) => [source?.pointer?.split('/').at(-1) ?? '', [detail]]),
        ),
      };
    },
  };
  const auth = createAuth({ baseUrl: api.baseUrl, backend, storage: memoryStorage() });
  await expect(auth.login({ password: 'x' })).rejects.toMatchObject({
    code: 'refused',
    status: 422,
    message: 'Password is wrong',
    fieldErrors: { password: ['Password is wrong'] },
  });
  expect(await auth.login({ password: 'secret' })).toEqual({ id: '1', name: 'Olga' });
  await auth.logout();
  await expect
    .poll(() => api.asked.at(-1))
    .toMatchObject({
      call: 'DELETE /sessions',
      authorization: 'Bearer access-1',
    });
});
