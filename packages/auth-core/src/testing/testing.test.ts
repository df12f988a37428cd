import { afterEach, expect, test, vi } from 'vitest';
import { createAuth, type User } from '../index.ts';
import { fakeBackend, signedInStorage } from '../testing.ts';

const BASE = 'http://api.test';
const olga: User = { role: 'organization', first_name: 'Ольга', last_name: 'Орлова', father_name: '' };

afterEach(() => {
  vi.useRealTimers();
});

test('a signed-in storage and a fake back end are a session', async () => {
  const backend = fakeBackend();
  const auth = createAuth({ baseUrl: BASE, backend, fetch: backend.fetch, storage: signedInStorage(olga) });
  await auth.initialize();
  expect(auth.getState()).toMatchObject({ isAuth: true, user: olga, role: 'organization' });
  const answer = await auth.fetch('/api/leads/');
  expect(await answer.json()).toEqual({ path: '/api/leads/', user: olga });
  expect(backend.calls).toEqual(['verify', 'GET /api/leads/']);
});

test('a session is found under its storageKey', async () => {
  const auth = createAuth({
    baseUrl: BASE,
    backend: fakeBackend(),
    storageKey: 'shop',
    storage: signedInStorage(olga, { storageKey: 'shop' }),
  });
  await auth.initialize();
  expect(auth.getState().user).toEqual(olga);
});

test('the fake back end signs in, updates, refuses a wrong password', async () => {
  const auth = createAuth({ baseUrl: BASE, backend: fakeBackend({ password: 'secret' }) });
  await expect(auth.login({ password: 'x' })).rejects.toMatchObject({
    code: 'refused',
    status: 401,
  });
  await auth.login({ password: 'secret' });
  await auth.updateProfile({ first_name: 'Anna' });
  expect(await auth.reloadUser()).toMatchObject({ first_name: 'Anna' });
});

test('the tokens of the fake back end expire, are exchanged once each, and can be revoked', async () => {
  const backend = fakeBackend();
  const auth = createAuth({
    baseUrl: BASE,
    backend,
    fetch: backend.fetch,
    storage: signedInStorage(olga),
    logger: { warn: () => {} },
  });
  await auth.initialize();
  backend.expireAccess();
  expect((await auth.fetch('/x')).status).toBe(200);
  backend.endSessions();
  expect((await auth.fetch('/x')).status).toBe(401);
  expect(auth.getState().isAuth).toBe(false);
  expect(backend.calls.filter((call) => call === 'refresh')).toHaveLength(2);
});

test('the calls of the fake back end can be made to fail, with a status or without a response', async () => {
  vi.useFakeTimers();
  const backend = fakeBackend();
  backend.fail('verify', 0);
  const auth = createAuth({ baseUrl: BASE, backend, storage: signedInStorage(olga) });
  await auth.initialize();
  expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
  backend.recover('verify');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(auth.getState().isAuth).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
