import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL, PAVEL_PHONE } from '../test/server.ts';
import { asTokens, CREDENTIALS, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { fakeJwt } from './testing/fake-jwt.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const jwt = (seconds: number, serial = 0) => fakeJwt({ exp: Date.now() / 1000 + seconds, serial });

async function signedInWith(access: string, options = {}) {
  const world = setUp(options);
  await world.auth.setSession({
    accessToken: access,
    refreshToken: world.server.issue().refresh,
    user: OLGA,
  });
  return world;
}

/** An incomplete session in storage of an initialized, anonymous instance. */
async function halfStored(options = {}) {
  const world = setUp(options);
  await world.auth.initialize();
  leaveSession(world.storage, { access: jwt(-10), refresh: world.server.issue().refresh });
  world.storage.removeItem('user_data');
  return world;
}

describe('a token', () => {
  test('a token is refreshed in the millisecond in which it expires, and not before', async () => {
    const { auth, server } = await signedInWith(jwt(60));
    await vi.advanceTimersByTimeAsync(59_999);
    await auth.getAccessToken();
    expect(server.count('refresh')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await auth.getAccessToken();
    expect(server.count('refresh')).toBe(1);
  });

  test('a token that lasts for some seconds is refreshed each time', async () => {
    const { auth, server } = await signedInWith(jwt(5));
    server.on('refresh', () => json({ access: jwt(5, server.count('refresh')) }));
    for (let turn = 1; turn <= 4; turn++) {
      await vi.advanceTimersByTimeAsync(6_000);
      await auth.getAccessToken();
      expect(server.count('refresh')).toBe(turn);
    }
  });

  test('a token that is replaced by one that has expired is not refreshed again at once', async () => {
    const { auth, server } = await signedInWith(jwt(-10));
    server.on('refresh', () => json({ access: jwt(0, server.count('refresh')) }));
    await auth.getAccessToken();
    await auth.getAccessToken();
    expect(server.count('refresh')).toBe(1);
  });

  test('a token of a user signing in meanwhile is not returned to an earlier caller', async () => {
    const { auth, server } = await signedInWith(jwt(-10));
    server.on('refresh', () => new Promise(() => {}));
    const asked = auth.getAccessToken();
    await vi.advanceTimersByTimeAsync(10);
    server.on('users/me', () => new Promise(() => {}));
    void auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE }).catch(() => {});
    await vi.advanceTimersByTimeAsync(3_000);
    expect(auth.getState().isAuth).toBe(false);
    expect(await asked).toBeNull();
    auth.dispose();
  });
});

test('refresh() is false when another user signs in meanwhile', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('refresh', () => new Promise(() => {}));
  const refreshed = auth.refresh();
  await vi.advanceTimersByTimeAsync(10);
  await finish(auth.setSession({ ...asTokens(server.issue(PAVEL_PHONE)), user: PAVEL }));
  expect((await finish(refreshed)).value).toBe(false);
  expect(auth.getState().user).toEqual(PAVEL);
});

describe('a token that is stored while no user is signed in', () => {
  test('a token that is stored while no user is signed in is neither returned nor refreshed', async () => {
    const { auth, server } = await halfStored();
    expect(await auth.getAccessToken()).toBeNull();
    expect(server.calls).toEqual([]);
  });

  test.each(['before', 'after'])(
    'a token that is stored while no user is signed in is not refreshed by refresh() %s startup',
    async (when) => {
      const { auth, server, storage } = setUp();
      if (when === 'after') await auth.initialize();
      leaveSession(storage, server.issue());
      storage.removeItem('user_data');
      expect(await auth.refresh()).toBe(false);
      expect(server.calls).toEqual([]);
    },
  );

  test('a token that is stored while no user is signed in is neither sent nor refreshed, by auth.fetch and withToken', async () => {
    const { auth, server } = await halfStored({ refreshAhead: 1_000 });
    expect((await auth.fetch('/api/x/')).status).toBe(401);
    const tokens: (string | null)[] = [];
    await auth.withToken((token) => {
      tokens.push(token);
      return { status: 401 };
    });
    expect(tokens).toEqual([null]);
    expect(server.calls).toMatchObject([{ path: '/api/x/', authorization: null }]);
  });
});

describe('with refreshAhead', () => {
  test('a login with refreshAhead does not refresh the session that it replaces', async () => {
    const { auth, server } = await signedInWith(jwt(10), { refreshAhead: 60_000 });
    await auth.login(CREDENTIALS);
    expect(server.count('refresh')).toBe(0);
  });

  test('an update that waited for a refresh does not change the user who signed in meanwhile', async () => {
    const old = jwt(10);
    const { auth, server } = await signedInWith(old, { refreshAhead: 60_000 });
    server.on('refresh', () => new Promise(() => {}));
    const update = auth.updateProfile({ first_name: 'Анна' }).catch((cause: unknown) => cause);
    await vi.advanceTimersByTimeAsync(10);
    await finish(auth.setSession({ ...asTokens(server.issue(PAVEL_PHONE)), user: PAVEL }));
    await vi.advanceTimersByTimeAsync(20_000);
    await update;
    const patched = server.calls.filter(({ method }) => method === 'PATCH');
    expect(patched.map(({ authorization }) => authorization)).toEqual([`Bearer ${old}`]);
    expect(auth.getState().user).toEqual(PAVEL);
  });
});

test('two endpoints that always respond with 401 cost one exchange each in 30 s', async () => {
  const { auth, server } = await setUpSignedIn();
  for (const path of ['/api/a/', '/api/b/']) server.on(path, () => json({}, 401));
  for (let second = 0; second < 29; second++) {
    await auth.fetch('/api/a/');
    await auth.fetch('/api/b/');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(server.count('refresh')).toBe(2);
});

test('an endpoint that always responds with 401 costs the next exchange after exactly 30 s', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('/api/a/', () => json({}, 401));
  await auth.fetch('/api/a/');
  await vi.advanceTimersByTimeAsync(29_999);
  await auth.fetch('/api/a/');
  expect(server.count('refresh')).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await auth.fetch('/api/a/');
  expect(server.count('refresh')).toBe(2);
});

test('an endpoint is the same with every query and fragment', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('/api/a/', () => json({}, 401));
  for (const end of ['?page=1', '?page=2#top', '', '#top']) await auth.fetch(`/api/a/${end}`);
  expect(server.count('refresh')).toBe(1);
});

test('an endpoint behind withToken that refuses new tokens does not prevent the refresh for another one', async () => {
  const { auth, server } = await setUpSignedIn();
  expect(await auth.withToken(async () => ({ status: 401 }))).toEqual({ status: 401 });
  expect(server.count('refresh')).toBe(1);
  server.expireAccess();
  const orders = (token: string | null) =>
    auth.fetch('/api/orders/', { headers: { Authorization: `Bearer ${token}` } });
  expect((await auth.withToken(orders)).status).toBe(200);
  expect(server.count('refresh')).toBe(2);
});

describe('a request', () => {
  test('a request that is aborted already is rejected at once, also while storage hangs', async () => {
    const { auth, storage } = await setUpSignedIn();
    storage.getItem = () => new Promise(() => {});
    await expect(auth.fetch('/api/x/', { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a request without a copy for a retry is not sent again: its 401 goes to the caller', async () => {
    const { auth, server, storage } = setUp();
    storage.setItem('access_token', 'old');
    storage.setItem('user_data', JSON.stringify(OLGA));
    const next = server.issue();
    server.on('/api/x/', () => {
      storage.setItem('refresh_token', next.refresh);
      storage.setItem('access_token', next.access);
      return json({}, 401);
    });
    const { url } = new Request('http://127.0.0.1:8000/api/x/');
    expect((await auth.fetch(new Request(url, { method: 'POST', body: 'once' }))).status).toBe(401);
    expect(server.calls.map(({ method, body }) => [method, body])).toEqual([['POST', 'once']]);
  });
});

describe('one endpoint for everything', () => {
  const query = (auth: Awaited<ReturnType<typeof setUpSignedIn>>['auth'], body: string) =>
    auth.fetch('/graphql', { method: 'POST', body });

  test('a token that expires after a forbidden query to a single endpoint is refreshed', async () => {
    const { auth, server } = setUp();
    let current = jwt(60);
    await auth.setSession({ accessToken: current, refreshToken: 'r', user: OLGA });
    server.on('refresh', () => {
      current = jwt(20, server.count('refresh'));
      return json({ access: current });
    });
    server.on('/graphql', async (request) => {
      const isExpired = request.headers.get('authorization') !== `Bearer ${current}`;
      return json({}, isExpired || (await request.text()) === 'forbidden' ? 401 : 200);
    });
    expect((await query(auth, 'forbidden')).status).toBe(401);
    expect(server.count('refresh')).toBe(1);
    expect((await query(auth, 'forbidden')).status).toBe(401);
    expect(server.count('refresh')).toBe(1);
    await vi.advanceTimersByTimeAsync(21_000);
    current = 'revoked by the server';
    expect((await query(auth, 'orders')).status).toBe(200);
    expect(server.count('refresh')).toBe(2);
  });

  test('a token that a single endpoint refused is refreshed there in the millisecond in which it expires', async () => {
    const { auth, server } = setUp();
    await auth.setSession({ accessToken: jwt(60), refreshToken: 'r', user: OLGA });
    server.on('refresh', () => json({ access: jwt(20, server.count('refresh')) }));
    server.on('/graphql', () => json({}, 401));
    await query(auth, 'forbidden');
    await vi.advanceTimersByTimeAsync(19_999);
    await query(auth, 'forbidden');
    expect(server.count('refresh')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await query(auth, 'forbidden');
    expect(server.count('refresh')).toBe(2);
  });

  test('forbidden queries between accepted ones of a single endpoint cost one exchange', async () => {
    const { auth, server } = await setUpSignedIn();
    server.on('/graphql', async (request) => json({}, (await request.text()) === 'forbidden' ? 401 : 200));
    for (let round = 0; round < 5; round++) {
      expect((await query(auth, 'forbidden')).status).toBe(401);
      expect((await query(auth, 'orders')).status).toBe(200);
    }
    expect(server.count('refresh')).toBe(1);
  });

  test('a token that a single endpoint has accepted since is refreshed when it is refused', async () => {
    const { auth, server } = await setUpSignedIn();
    server.on('/graphql', async (request) =>
      (await request.clone().text()) === 'forbidden'
        ? json({}, 401)
        : server.fetch('http://127.0.0.1:8000/other', { headers: request.headers }),
    );
    await query(auth, 'forbidden');
    await auth.refresh();
    expect((await query(auth, 'orders')).status).toBe(200);
    server.expireAccess();
    expect((await query(auth, 'orders')).status).toBe(200);
    expect(server.count('refresh')).toBe(3);
  });
});

describe('isUnauthorized', () => {
  const isUnauthorized = async (response: Response) =>
    response.status === 419 || JSON.stringify(await response.json()).includes('UNAUTHENTICATED');

  test.each([
    ['status 419', () => json({}, 419)],
    ['a GraphQL error in a 200', () => json({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })],
  ])('isUnauthorized recognizes %s, and the caller can read the body', async (_what, refused) => {
    const { auth, server } = await setUpSignedIn({ isUnauthorized });
    server.on('/graphql', (request) =>
      request.headers.get('authorization') === 'Bearer access-1' ? refused() : json({ data: 1 }),
    );
    const response = await auth.fetch('/graphql');
    expect(await response.json()).toEqual({ data: 1 });
    expect(server.count('refresh')).toBe(1);
  });

  test('isUnauthorized runs once for a response that cannot be cloned, and the caller gets the response', async () => {
    const response = json({ data: 1 });
    const clone = vi.spyOn(response, 'clone').mockImplementation(() => {
      throw new TypeError('the body is in use');
    });
    const { auth, server } = await setUpSignedIn({ isUnauthorized });
    server.on('/graphql', () => response);
    expect(await auth.fetch('/graphql')).toBe(response);
    expect(clone).toHaveBeenCalledTimes(1);
  });

  test('isUnauthorized that throws recognizes nothing, not even status 401', async () => {
    const { auth, server } = await setUpSignedIn({
      isUnauthorized: () => {
        throw new TypeError('no');
      },
    });
    server.on('/api/x/', () => json({}, 401));
    expect((await auth.fetch('/api/x/')).status).toBe(401);
    expect(server.count('refresh')).toBe(0);
  });

  test('isUnauthorized gets the value that another client returned, or the response of its error', async () => {
    const { auth } = await setUpSignedIn({ isUnauthorized });
    const answer = (token: string | null) => ({
      status: token === 'access-1' ? 419 : 200,
      json: async () => ({}),
      response: { status: 200 },
    });
    expect(await auth.withToken(async (token) => answer(token))).toMatchObject({ status: 200 });
    const thrown = await auth
      .withToken(async (token) => {
        if (token === 'access-2') throw Object.assign(new Error('no'), { response: { status: 419 } });
        return 'done';
      })
      .catch((error: unknown) => error);
    expect(thrown).toBe('done');
  });

  test.each([
    ['status', () => json({}, 419)],
    ['body', () => json({ code: 'UNAUTHENTICATED' }, 400)],
  ])('isUnauthorized applies to the %s of responses that a backend throws', async (_what, refused) => {
    const { auth, server } = await setUpSignedIn({ isUnauthorized });
    server.on('users/me', (request) =>
      request.headers.get('authorization') === 'Bearer access-1' ? refused() : json(OLGA),
    );
    await expect(auth.reloadUser()).resolves.toEqual(OLGA);
  });
});

test('further origins receive the token, others do not', async () => {
  const sent = new Map<string, string | null>();
  const { auth } = await setUpSignedIn();
  const { access, refresh } = { access: 'a', refresh: 'r' };
  const world = setUp({
    origins: ['https://files.example.com', 'https://img.example.com/ignored/path'],
    fetch: async (input, init) => {
      sent.set(String(input), new Headers(init?.headers).get('authorization'));
      return json({});
    },
  });
  await world.auth.setSession({ accessToken: access, refreshToken: refresh, user: OLGA });
  for (const url of [
    'https://files.example.com/a',
    'https://img.example.com/b',
    'https://evil.example.com/c',
    'http://files.example.com/d',
  ])
    await world.auth.fetch(url);
  expect([...sent.values()]).toEqual(['Bearer a', 'Bearer a', null, null]);
  auth.dispose();
});
