import { expect, test } from 'vitest';
import { json, OLGA } from '../test/server.ts';
import { BASE, CREDENTIALS, contents, EMPTY, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { createAuth } from './create-auth.ts';
import { memoryStorage } from './storage.ts';

const misconfigured = (...parts: string[]) => ({
  name: 'AuthError',
  code: 'misconfigured',
  message: expect.stringMatching(new RegExp(parts.map((part) => `(?=.*${part})`).join(''), 's')),
});

test.each([undefined, null, 5])('a baseUrl of %j is refused at once', (baseUrl) => {
  expect(() => createAuth({ baseUrl } as never)).toThrow(expect.objectContaining(misconfigured('baseUrl')));
  expect(() => createAuth({} as never)).toThrow(expect.objectContaining(misconfigured('baseUrl')));
});

test.each(['login', 'refresh', 'getUser'])('a backend without %s() is refused at once', (name) => {
  const backend = { login() {}, refresh() {}, getUser() {}, [name]: undefined };
  expect(() => createAuth({ baseUrl: BASE, backend } as never)).toThrow(
    expect.objectContaining({
      code: 'misconfigured',
      message: `auth: createAuth() needs { backend } with a function ${name}()`,
    }),
  );
});

test('a missing backend is refused at once', () => {
  expect(() => createAuth({ baseUrl: BASE } as never)).toThrow(
    expect.objectContaining(misconfigured('login\\(\\)')),
  );
});

test.each(['', '/api', 'file:///api', 'capacitor://localhost'])(
  'the baseUrl %j is misconfigured at each call outside a page, and no request is made',
  async (baseUrl) => {
    const { auth, server, storage } = setUp({ baseUrl });
    await auth.initialize();
    expect(auth.getState()).toMatchObject({ isInitialized: true, isAuth: false });
    await expect(auth.login(CREDENTIALS)).rejects.toMatchObject(misconfigured('baseUrl', baseUrl));
    expect(auth.getState().error).toMatchObject(misconfigured('baseUrl'));
    await expect(auth.updateProfile({})).rejects.toMatchObject(misconfigured('baseUrl'));
    if (!baseUrl.includes(':'))
      await expect(auth.fetch('/x')).rejects.toMatchObject(misconfigured('baseUrl'));
    expect(server.calls).toEqual([]);
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test('a stored session is kept where the baseUrl cannot be used', async () => {
  const storage = memoryStorage();
  leaveSession(storage, { access: 'a', refresh: 'r' });
  const { auth } = setUp({ baseUrl: '', storage });
  await auth.initialize();
  expect(auth.getState()).toMatchObject({
    isInitialized: true,
    isAuth: false,
    error: { code: 'misconfigured' },
  });
  expect((await contents(storage)).slice(0, 2)).toEqual(['a', 'r']);
});

test.each([
  [{ accessToken: 'secret-1', refreshToken: 'secret-2' }, 'access', 'accessToken'],
  [{ access: 'secret-1', refresh_token: 'secret-2' }, 'refresh', 'it has: access, refresh_token$'],
  [{ data: { access: 'secret-1' } }, 'access', 'it has: data$'],
])(
  'a login whose response is %j names the path, the missing field and the received ones',
  async (body, missed, came) => {
    const { auth, server, storage } = setUp();
    server.on('login', () => json(body));
    const error = await auth.login(CREDENTIALS).catch((cause: Error) => cause);
    expect(error).toMatchObject(misconfigured('/api/accounts/login/', `"${missed}"`, came));
    expect(error).toMatchObject({ status: 200 });
    expect(JSON.stringify(error) + (error as Error).message).not.toContain('secret');
    expect(await contents(storage)).toEqual(EMPTY);
  },
);

test('a refresh whose response has other names is misconfigured, and the session stays', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  const before = await contents(storage);
  server.expireAccess();
  server.on('refresh', () => json({ accessToken: 'x' }));
  await expect(auth.fetch('/api/x/')).rejects.toMatchObject(
    misconfigured('refresh/', '"access"', 'accessToken'),
  );
  expect(await contents(storage)).toEqual(before);
  expect(auth.getState().isAuth).toBe(true);
});

test('updateProfile is misconfigured without updateUser()', async () => {
  const { auth } = await setUpSignedIn({
    backend: {
      login: async () => ({ accessToken: 'a', refreshToken: 'r' }),
      refresh: async () => ({ accessToken: 'a' }),
      getUser: async () => OLGA,
    },
  });
  await expect(auth.updateProfile({})).rejects.toMatchObject({
    code: 'misconfigured',
    message: 'auth: the backend has no updateUser()',
  });
});
