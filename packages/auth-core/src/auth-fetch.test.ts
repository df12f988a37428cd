import { expect, test, vi } from 'vitest';
import { createServer, json, PAVEL_PHONE } from '../test/server.ts';
import { accounts, BASE, CREDENTIALS, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { createAuth } from './create-auth.ts';
import { memoryStorage } from './storage.ts';

test('every request carries the token stored at that moment', {
  tags: ['spec/7.bearer'],
}, async () => {
  const { auth, server, storage } = await setUpSignedIn();
  await auth.fetch('/api/leads/');
  const next = server.issue();
  storage.setItem('access_token', next.access);
  await auth.fetch('/api/leads/', { headers: [['X-Own', '1']] });
  expect(server.calls.map((call) => call.authorization)).toEqual([
    'Bearer access-1',
    `Bearer ${next.access}`,
  ]);
});

test.each([null, 'undefined', 'null', ''])(
  'a request has no Authorization when storage has the access token %j',
  async (token) => {
    const { auth, server, storage } = setUp();
    if (token !== null) storage.setItem('access_token', token);
    await auth.fetch('/api/leads/');
    expect(server.calls[0]?.authorization).toBeNull();
  },
);

test('a refresh and a login carry no Authorization: servers that check every bearer refuse an expired one', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  await auth.fetch('/api/leads/');
  await auth.login({ ...CREDENTIALS, password: 'wrong' }).catch(() => {});
  expect(server.calls.map((call) => [call.path, call.authorization])).toEqual([
    ['/api/leads/', 'Bearer access-1'],
    ['refresh', null],
    ['/api/leads/', 'Bearer access-2'],
    ['login', null],
  ]);
});

test("a caller's own Authorization is left alone, and its 401 is the caller's", async () => {
  const { auth, server } = await setUpSignedIn();
  const response = await auth.fetch('/api/leads/', { headers: { authorization: 'Basic eA==' } });
  expect(response.status).toBe(401);
  expect(server.calls.map((call) => call.authorization)).toEqual(['Basic eA==']);
});

test.each([
  'https://elsewhere.example/x',
  'http://127.0.0.1:8001/x',
  'https://127.0.0.1:8000/x',
  'http://127.0.0.1:8000@elsewhere.example/x',
  'http://127.0.0.1:8000.elsewhere.example/x',
  '//elsewhere.example/x',
  '\\\\elsewhere.example/x',
])('no token goes to %s', async (address) => {
  const seen = vi.fn(async (_input: unknown, _init?: RequestInit) => json({}, 401));
  const { auth } = await setUpSignedIn();
  const { auth: foreign, storage } = setUp({ fetch: seen });
  storage.setItem('access_token', 'secret');
  storage.setItem('refresh_token', 'secret');
  const response = await foreign.fetch(address);
  expect(response.status).toBe(401);
  expect(seen).toHaveBeenCalledTimes(1);
  expect(new Headers(seen.mock.calls[0]?.[1]?.headers).get('authorization')).toBeNull();
  auth.dispose();
});

test.each([
  [BASE, '/api/x/', `${BASE}/api/x/`],
  [BASE, 'api/x/?a=1', `${BASE}/api/x/?a=1`],
  [`${BASE}/`, '/api/x/', `${BASE}/api/x/`],
  [`${BASE}/prefix/`, '/api/x/', `${BASE}/prefix/api/x/`],
  [BASE, `${BASE}/api/x/`, `${BASE}/api/x/`],
  [`${BASE}/prefix`, `${BASE}/api/x/`, `${BASE}/api/x/`],
])('the base %j and the input %j give the address %j', async (baseUrl, input, expected) => {
  const seen = vi.fn(async (_input: unknown, _init?: RequestInit) => json({}));
  const { auth, storage } = setUp({ baseUrl, fetch: seen });
  storage.setItem('access_token', 'a');
  await auth.fetch(input);
  const [url, init] = seen.mock.calls[0] ?? [];
  expect(url).toBe(expected);
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a');
});

test('an empty base is the origin of the page', async () => {
  vi.stubGlobal('location', { href: 'https://shop.example/some/page?a=1#b' });
  const seen = vi.fn(async (_input: unknown, _init?: RequestInit) => json({}));
  const { auth, storage } = setUp({ baseUrl: '', fetch: seen });
  storage.setItem('access_token', 'a');
  await auth.fetch('/api/x/');
  vi.unstubAllGlobals();
  const [url, init] = seen.mock.calls[0] ?? [];
  expect(url).toBe('https://shop.example/api/x/');
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a');
});

test('a URL object and a Request are taken as they are', async () => {
  const { auth, server } = await setUpSignedIn();
  await auth.fetch(new URL('/api/x/', BASE));
  await auth.fetch(new Request(`${BASE}/api/y/`));
  expect(server.calls.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/api/x/', 'Bearer access-1'],
    ['/api/y/', 'Bearer access-1'],
  ]);
});

test('network errors are passed on untouched', { tags: ['spec/8.other'] }, async () => {
  const { auth, server } = await setUpSignedIn();
  const failure = new TypeError('fetch failed');
  server.on('/api/leads/', () => Promise.reject(failure));
  await expect(auth.fetch('/api/leads/')).rejects.toBe(failure);
});

test('an aborted caller gets the reason at once, and the shared refresh goes on for the others', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  const gate = server.hold('refresh');
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const leaving = auth.fetch('/api/leads/', { signal: controller.signal });
  const staying = auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
  controller.abort(reason);
  await expect(leaving).rejects.toBe(reason);
  gate.release();
  expect((await staying).status).toBe(200);
  expect(server.count('/api/leads/')).toBe(3);
});

test('a request that is aborted already is not sent', async () => {
  const { auth, server } = await setUpSignedIn();
  await expect(auth.fetch('/api/leads/', { signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(server.calls).toEqual([]);
});

test('a 401 of the previous user is not retried with the token of the next one', async () => {
  const { auth, server } = await setUpSignedIn();
  let answer = (_: Response) => {};
  server.on('/api/leads/', () => new Promise((resolve) => (answer = resolve)));
  const old = auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  await auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  const state = auth.getState();
  answer(json({}, 401));
  expect((await old).status).toBe(401);
  expect(server.count('/api/leads/')).toBe(1);
  expect(server.count('refresh')).toBe(0);
  expect(auth.getState()).toBe(state);
});

test('a refresh of the previous user changes nothing', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const gate = server.hold('refresh');
  const old = auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
  await auth.login({ ...CREDENTIALS, phone: PAVEL_PHONE });
  const token = storage.getItem('access_token');
  gate.release();
  expect((await old).status).toBe(401);
  expect(storage.getItem('access_token')).toBe(token);
  expect(server.count('/api/leads/')).toBe(1);
});

test('a logout at any moment between a refresh and its retry prevents the retry', async () => {
  for (let turns = 0; turns < 60; turns++) {
    const server = createServer();
    const storage = memoryStorage();
    leaveSession(storage, server.issue());
    server.expireAccess();
    let gone = false;
    const sentLate = vi.fn();
    const auth = createAuth({
      backend: accounts,
      baseUrl: BASE,
      fetch(input, init) {
        if (gone) sentLate(input);
        return server.fetch(input, init);
      },
      storage: {
        ...storage,
        async setItem(key, value) {
          storage.setItem(key, value);
          if (key !== 'access_token') return;
          void (async () => {
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            gone = true;
            await auth.logout();
          })();
        },
      },
    });
    await auth.fetch('/api/leads/');
    expect(sentLate).not.toHaveBeenCalled();
  }
});

test.each<[string, () => void]>([
  ['ends', () => {}],
  [
    'breaks off',
    () => {
      throw new Error('the connection is gone');
    },
  ],
])('the body of a 401 that is followed by a retry is cancelled, also if it %s', async (_how, end) => {
  const { auth, server } = await setUpSignedIn();
  const body = new ReadableStream(
    {
      pull(controller) {
        end();
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const refused = new Response(body, { status: 401 });
  server.expireAccess();
  server.on('/api/leads/', () => {
    server.off('/api/leads/');
    return refused;
  });
  expect((await auth.fetch('/api/leads/')).status).toBe(200);
  expect(refused.bodyUsed).toBe(true);
});

test('the body of a 401 that goes to the caller can be read', async () => {
  const { auth, server } = await setUpSignedIn();
  server.on('/api/leads/', () => json({ detail: 'нет' }, 401));
  expect(await (await auth.fetch('/api/leads/')).json()).toEqual({ detail: 'нет' });
  server.revokeAll();
  expect(await (await auth.fetch('/api/leads/')).json()).toEqual({ detail: 'нет' });
});

test('no token is sent where addresses cannot be parsed', async () => {
  const seen = vi.fn(async (_input: unknown, _init?: RequestInit) => json({}));
  const { auth, storage } = setUp({ fetch: seen });
  storage.setItem('access_token', 'secret');
  vi.stubGlobal(
    'URL',
    class {
      get origin(): string {
        throw new Error('not implemented');
      }
    },
  );
  await auth.fetch('https://elsewhere.example/x');
  vi.unstubAllGlobals();
  expect(new Headers(seen.mock.calls[0]?.[1]?.headers).get('authorization')).toBeNull();
});
