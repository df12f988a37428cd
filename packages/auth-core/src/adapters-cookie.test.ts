import { expect, test } from 'vitest';
import { createTokens, listen, type Reply, read } from '../test/listen.ts';
import { createAuth } from './create-auth.ts';
import { AuthError } from './errors.ts';
import type { Backend } from './options.ts';
import { memoryStorage } from './storage.ts';

test('a refresh token in an HttpOnly cookie is never stored, and the session is refreshed and restored', async () => {
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
  // As a browser does with `credentials: 'include'`.
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
      return { accessToken: (await read<{ token: string }>(response)).token };
    },
    async refresh(refresh, call) {
      spent.push(refresh);
      const response = await call.fetch('/auth/refresh', { method: 'POST', credentials: 'include' });
      if (!response.ok) throw response;
      return { accessToken: (await read<{ token: string }>(response)).token };
    },
    async getUser(access, call) {
      const response = await call.fetch('/auth/me', { headers: { authorization: `Bearer ${access}` } });
      if (!response.ok) throw response;
      return read(response);
    },
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

test('a backend may throw an AuthError made of JSON:API errors, and its logout is called', async () => {
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
      const response = await fetch('/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      });
      if (!response.ok) {
        const { errors } = await read<{ errors: { detail: string; source: { pointer: string } }[] }>(
          response,
        );
        const fields = errors.map(({ detail, source }) => [source.pointer.split('/').at(-1), [detail]]);
        throw new AuthError('refused', errors[0]?.detail ?? '', {
          status: response.status,
          fieldErrors: Object.fromEntries(fields),
        });
      }
      const { data: found } = await read<{ data: { attributes: { access: string; refresh: string } } }>(
        response,
      );
      return { accessToken: found.attributes.access, refreshToken: found.attributes.refresh };
    },
    refresh: () => Promise.reject(new Error('none')),
    async getUser(access, { fetch }) {
      const response = await fetch('/me', { headers: { authorization: `Bearer ${access}` } });
      const { data } = await read<{ data: { id: string; attributes: { name: string } } }>(response);
      return { id: data.id, ...data.attributes };
    },
    async logout({ accessToken }, { fetch }) {
      await fetch('/sessions', { method: 'DELETE', headers: { authorization: `Bearer ${accessToken}` } });
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
