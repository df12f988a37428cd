import { afterEach, expect, test, vi } from 'vitest';
import { json } from '../test/server.ts';
import { BASE, setUp, setUpSignedIn } from '../test/session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An init whose fields are getters, as those of a class are. */
class Init {
  readonly #method = 'PUT';
  get method() {
    return this.#method;
  }
  get headers() {
    return { 'X-Own': 'yes' };
  }
  get body() {
    return 'from a class';
  }
}

test.each<[string, () => [string | Request, RequestInit | Request]]>([
  ['an instance of a class', () => [`${BASE}/api/x/`, new Init()]],
  [
    'a Request',
    () => [
      `${BASE}/api/x/`,
      new Request(`${BASE}/y/`, { method: 'PUT', headers: { 'X-Own': 'yes' }, body: 'from a class' }),
    ],
  ],
  [
    'a Request over a Request',
    () => [
      new Request(`${BASE}/api/x/`),
      new Request(`${BASE}/y/`, { method: 'PUT', headers: { 'X-Own': 'yes' }, body: 'from a class' }),
    ],
  ],
])('%s as init is sent as fetch sends it, and once more after a refresh', async (_name, make) => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  const own: (string | null)[] = [];
  server.on('/api/x/', (request) => {
    own.push(request.headers.get('x-own'));
    return json({}, request.headers.get('authorization') === 'Bearer access-1' ? 401 : 200);
  });
  const [input, init] = make();
  expect((await auth.fetch(input, init as RequestInit)).status).toBe(200);
  expect(server.calls.filter(({ path }) => path === '/api/x/')).toEqual(
    ['access-1', 'access-2'].map((token) => ({
      method: 'PUT',
      path: '/api/x/',
      authorization: `Bearer ${token}`,
      body: 'from a class',
    })),
  );
  expect(own).toEqual(['yes', 'yes']);
});

test('a signal of null detaches the signal of a Request; one left undefined does not', async () => {
  const { auth } = await setUpSignedIn();
  const request = () => new Request(`${BASE}/api/x/`, { signal: AbortSignal.abort('no') });
  expect((await auth.fetch(request(), { signal: null })).status).toBe(200);
  await expect(auth.fetch(request())).rejects.toBe('no');
  await expect(auth.fetch(request(), { signal: undefined } as unknown as RequestInit)).rejects.toBe('no');
});

test('the signal of a Request aborts the caller while a refresh is in progress', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  server.on('refresh', () => new Promise(() => {}));
  const controller = new AbortController();
  const leaving = auth.fetch(new Request(`${BASE}/api/x/`, { signal: controller.signal }));
  await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
  controller.abort('gone');
  await expect(leaving).rejects.toBe('gone');
  auth.dispose();
});

test('an abort without a reason rejects with an error all the same, and leaves no listener', async () => {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_type: 'abort', listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void) => listeners.delete(listener),
  };
  const { auth, server } = await setUpSignedIn({
    fetch: async (input, init) => {
      const { signal: _, ...rest } = init ?? {};
      return server.fetch(input as string, rest);
    },
  });
  const init = { signal } as unknown as RequestInit;
  await auth.fetch('/api/x/', init);
  expect(listeners.size).toBe(0);
  server.on('/api/x/', () => new Promise(() => {}));
  const leaving = auth.fetch('/api/x/', init);
  await vi.waitFor(() => expect(server.count('/api/x/')).toBe(2));
  for (const listener of [...listeners]) listener();
  await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
  await expect(
    auth.fetch('/api/x/', { signal: { ...signal, aborted: true } } as unknown as RequestInit),
  ).rejects.toMatchObject({ name: 'AbortError' });
});

/** A body of many chunks that counts the chunks read and notes a cancellation. */
function longBody(chunks: number) {
  let pulled = 0;
  let cancelled = false;
  const stream = new ReadableStream(
    {
      pull(controller) {
        pulled += 1;
        if (pulled > chunks) controller.close();
        else controller.enqueue(new Uint8Array(1024));
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, pulled: () => pulled, cancelled: () => cancelled };
}

test('an endless body of a 401 that is followed by a retry is cancelled', async () => {
  const { auth, server } = await setUpSignedIn();
  const body = longBody(Number.POSITIVE_INFINITY);
  server.expireAccess();
  server.on('/api/x/', () => {
    server.off('/api/x/');
    return new Response(body.stream, { status: 401 });
  });
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  await vi.waitFor(() => expect(body.cancelled()).toBe(true));
  expect(body.pulled()).toBeLessThan(10);
});

test('an endless body of a 401 is cancelled when the refresh gets no response', async () => {
  const { auth, server } = await setUpSignedIn();
  const body = longBody(Number.POSITIVE_INFINITY);
  server.on('/api/x/', () => new Response(body.stream, { status: 401 }));
  server.on('refresh', () => json({}, 503));
  await expect(auth.fetch('/api/x/')).rejects.toMatchObject({ code: 'unreachable' });
  await vi.waitFor(() => expect(body.cancelled()).toBe(true));
});

test('an endless body of a 401 is cancelled after a retry if isUnauthorized does not read it', async () => {
  const { auth, server } = await setUpSignedIn({ isUnauthorized: ({ status }) => status === 401 });
  const body = longBody(Number.POSITIVE_INFINITY);
  server.expireAccess();
  server.on('/api/x/', () => {
    server.off('/api/x/');
    return new Response(body.stream, { status: 401 });
  });
  expect((await auth.fetch('/api/x/')).status).toBe(200);
  await vi.waitFor(() => expect(body.cancelled()).toBe(true));
});

test('the clone that isUnauthorized does not read is cancelled, and the caller can read the response', async () => {
  const clones: Response[] = [];
  const { auth } = await setUpSignedIn({
    isUnauthorized(response) {
      clones.push(response as Response);
      return response.status === 401;
    },
  });
  const response = await auth.fetch('/api/x/');
  expect(clones.map(({ bodyUsed }) => bodyUsed)).toEqual([true]);
  expect(await response.json()).toMatchObject({ path: '/api/x/' });
});

test('no copy of a request is kept for a retry without a refresh token', async () => {
  const { auth, storage } = setUp();
  storage.setItem('access_token', 'a');
  const clone = vi.spyOn(Request.prototype, 'clone');
  const request = new Request(`${BASE}/api/x/`, { method: 'POST', body: 'x' });
  await auth.fetch(request);
  expect(clone.mock.contexts).not.toContain(request);
  clone.mockRestore();
});

test('an unused copy for a retry is cancelled', async () => {
  const { auth } = await setUpSignedIn();
  const copies: Request[] = [];
  const clone = vi.spyOn(Request.prototype, 'clone').mockImplementation(function (this: Request) {
    clone.mockRestore();
    const copy = this.clone();
    copies.push(copy);
    return copy;
  });
  await auth.fetch(new Request(`${BASE}/api/x/`, { method: 'POST', body: 'x' }));
  expect(copies.map((copy) => copy.bodyUsed)).toEqual([true]);
});
