import { expect, test } from 'vitest';
import { json, OLGA } from '../test/server.ts';
import { BASE, setUp, setUpSignedIn } from '../test/session.ts';

const bytes = new Uint8Array([0, 255, 1, 254]);
const form = () => {
  const data = new FormData();
  data.append('name', 'Ольга');
  data.append('file', new Blob([bytes]), 'a.bin');
  return data;
};

test.each<[string, () => Request | RequestInit]>([
  ['a string', () => ({ body: 'text' })],
  ['bytes', () => ({ body: bytes })],
  ['a Blob', () => ({ body: new Blob([bytes]) })],
  ['search parameters', () => ({ body: new URLSearchParams({ a: '1' }) })],
  ['FormData', () => ({ body: form() })],
  ['a Request', () => new Request(`${BASE}/api/leads/`, { method: 'POST', body: bytes })],
  ['a Request with FormData', () => new Request(`${BASE}/api/leads/`, { method: 'POST', body: form() })],
  [
    'a Request with a stream',
    () =>
      new Request(`${BASE}/api/leads/`, {
        method: 'POST',
        body: new Blob(['streamed']).stream(),
        duplex: 'half',
      } as RequestInit),
  ],
])('a 401 to %s sends the same bytes again', async (_name, make) => {
  const { auth, server } = await setUpSignedIn();
  const bodies: string[] = [];
  server.on('/api/leads/', async (request) => {
    const boundary = /boundary=(.+)/.exec(request.headers.get('content-type') ?? '')?.[1] ?? '-';
    bodies.push((await request.text()).replaceAll(boundary, '#'));
    return json({}, request.headers.get('authorization') === 'Bearer access-1' ? 401 : 200);
  });
  const made = make();
  const response = await (made instanceof Request
    ? auth.fetch(made)
    : auth.fetch('/api/leads/', { method: 'POST', ...made }));
  expect(response.status).toBe(200);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[0]).not.toBe('');
});

test.each<[string, () => RequestInit['body']]>([
  ['a stream', () => new Blob(['once']).stream()],
  [
    'an async iterable',
    () =>
      (async function* () {
        yield new TextEncoder().encode('once');
      })() as unknown as ReadableStream,
  ],
])('the 401 to %s goes to the caller at once', async (_name, body) => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  const response = await auth.fetch('/api/leads/', {
    method: 'POST',
    body: body(),
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(401);
  expect(server.calls.map(({ path, body: sent }) => [path, sent])).toEqual([['/api/leads/', 'once']]);
});

test.each([
  ['an old-style stream of Node, as form-data builds one,', { pipe() {}, on() {}, append() {} }],
  ['a stream that is not iterable, as in Safari,', { getReader() {}, cancel() {} }],
])('the 401 to %s goes to the caller at once', async (_name, body) => {
  const paths: string[] = [];
  const { auth } = setUp({
    fetch: async (input) => {
      paths.push(new URL(String(input)).pathname);
      return json({}, 401);
    },
  });
  await auth.setSession({ accessToken: 'a', refreshToken: 'r', user: OLGA });
  const response = await auth.fetch('/api/leads/', { method: 'POST', body: body as never });
  expect(response.status).toBe(401);
  expect(paths).toEqual(['/api/leads/']);
});

test.each<[string, () => RequestInit['body']]>([
  ['a stream', () => new Blob(['once']).stream()],
  [
    'an async iterable',
    () =>
      (async function* () {
        yield new TextEncoder().encode('once');
      })() as unknown as ReadableStream,
  ],
])(
  '%s that replaces the body of a Request is not sent again: its 401 goes to the caller',
  async (_name, body) => {
    const { auth, server } = await setUpSignedIn();
    server.expireAccess();
    const request = new Request(`${BASE}/api/leads/`, { method: 'POST' });
    const response = await auth.fetch(request, { body: body(), duplex: 'half' } as RequestInit);
    expect(response.status).toBe(401);
    expect(server.calls.map(({ path, body: sent }) => [path, sent])).toEqual([['/api/leads/', 'once']]);
  },
);

test('a string that replaces the body of a Request is sent again', async () => {
  const { auth, server } = await setUpSignedIn();
  server.expireAccess();
  const request = new Request(`${BASE}/api/leads/`, { method: 'POST', body: 'old' });
  expect((await auth.fetch(request, { body: 'new' })).status).toBe(200);
  const sent = server.calls.filter(({ path }) => path === '/api/leads/').map(({ body }) => body);
  expect(sent).toEqual(['new', 'new']);
});
