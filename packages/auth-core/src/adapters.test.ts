import { describe, expect, test } from 'vitest';
import { createTokens, listen, type ReceivedRequest, type Reply, read } from '../test/listen.ts';
import { createAuth } from './create-auth.ts';
import type { Backend } from './options.ts';
import { simpleJwt } from './simple-jwt.ts';
import { memoryStorage } from './storage.ts';

interface Named {
  readonly accessToken: string;
  readonly refreshToken: string;
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
    const backend = simpleJwt({ paths: { user: '/api/me/' } });
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

  test('simpleJwt signs in to a stock server, refreshes and restores the session', async () => {
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

describe('an API with other names and without verify', () => {
  const json = (method: string, body?: unknown, access?: string) => ({
    method,
    headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const checked = (response: Response) => {
    if (!response.ok) throw response;
    return response;
  };
  const backend: Backend<{ email: string; password: string }, Shopper> = {
    async login(credentials, { fetch, baseUrl, signal }) {
      const response = await fetch(`${baseUrl}/auth/sign-in`, { ...json('POST', credentials), signal });
      if (!response.ok) throw response;
      const { accessToken, refreshToken } = await read<Named>(response);
      return { accessToken, refreshToken };
    },
    async refresh(refresh, { fetch }) {
      const response = checked(await fetch('/auth/refresh', json('POST', { refreshToken: refresh })));
      const { accessToken, refreshToken } = await read<Named>(response);
      return { accessToken, refreshToken };
    },
    getUser: async (access, { fetch }) =>
      read(checked(await fetch('/auth/me', json('GET', undefined, access)))),
    updateUser: async (patch, access, { fetch }) =>
      read(checked(await fetch('/auth/me', json('PATCH', patch, access)))),
  };
  const open = async () => {
    const tokens = createTokens();
    const buyer: Shopper = { id: 'u1', fullName: 'Olga', role: 'buyer' };
    const give = () => {
      const { access, refresh } = tokens.next();
      return { accessToken: access, refreshToken: refresh };
    };
    const me = ({ authorization, body }: ReceivedRequest): Reply =>
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

  test('a backend without verify signs in, updates and restores the session by loading the user', async () => {
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

  test('a response that the adapter throws becomes the error', async () => {
    const { make } = await open();
    await expect(make().login({ email: 'o@example.test', password: 'x' })).rejects.toMatchObject({
      code: 'refused',
      status: 403,
      message: 'Wrong password',
    });
  });

  test('a session that the server has ended is refused at startup', async () => {
    const { make, storage } = await open();
    await storage.setItem('access_token', 'old');
    await storage.setItem('refresh_token', 'old');
    await storage.setItem('user_data', '{"id":"u1"}');
    const auth = make();
    const reasons: string[] = [];
    auth.onSessionEnd((reason) => reasons.push(reason));
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
