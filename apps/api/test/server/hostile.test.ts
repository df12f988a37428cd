import { connect } from 'node:net';
import { routes } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { type ClientResponse, createClient } from '../setup/client.ts';

const RUSSIAN = /[а-я]/i;
const ENGLISH_WORDS = /[a-z]+ [a-z]+/i;

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  server = await startTestServer();
  authorization = `Bearer ${(await createClient(server).signIn()).access}`;
});
beforeEach(() => server.resetLimits());
afterAll(() => server.stop());

/** Returns all strings of a response. */
const sentencesOf = (body: unknown): string[] =>
  typeof body === 'string' ? [body] : Object.values(Object(body)).flatMap(sentencesOf);

/** Expects a 4xx response with Russian sentences only. */
function expectRefusal({ status, body }: ClientResponse) {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  const sentences = sentencesOf(body).filter((sentence) => !/^[a-z_]+$/i.test(sentence));
  expect(sentences.length).toBeGreaterThan(0);
  for (const sentence of sentences) {
    expect(sentence).toMatch(RUSSIAN);
    expect(sentence).not.toMatch(ENGLISH_WORDS);
    expect(sentence).not.toMatch(/[ё!]/i);
  }
}

const VALUES: [name: string, value: unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['a boolean', true],
  ['a list', [[[]]]],
  ['an object', { $gt: '' }],
  ['20 000 characters', 'я'.repeat(20_000)],
  ['a NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
];

// The other routes are covered by test/referral/hostile-*.test.ts.
const ACCOUNTS = Object.values(routes).filter(({ path }) => path.startsWith('/api/accounts/'));

const BODIES = ACCOUNTS.flatMap((route) =>
  'body' in route && 'shape' in route.body
    ? Object.keys(route.body.shape).map((field) => ({ ...route, field }))
    : [],
);
const MAY_BE_MISSING = ['missing', 'null'];
const OPTIONAL = ['smart-token', 'first_name', 'last_name', 'father_name', 'email'];

describe.each(BODIES)('$field of $method $path', ({ method, path, field }) => {
  const valid: Record<string, string> =
    path === '/api/accounts/login/' ? { phone: '+79000000001', password: 'demo-organization' } : {};

  test.each(VALUES)('is refused with the value «%s», unless the field is optional', async (name, value) => {
    const body = JSON.stringify({ ...valid, [field]: value });
    const headers = { 'content-type': 'application/json', authorization };
    const result = await createClient(server).request(path, { method, headers, body });
    const isOptional =
      OPTIONAL.includes(field) || (path === '/api/accounts/users/me/' && field === 'password');
    const isAccepted = isOptional && (name === 'missing' || (name === 'null' && field === 'smart-token'));
    if (isAccepted && MAY_BE_MISSING.includes(name)) expect(result.status).toBe(200);
    else expectRefusal(result);
  });
});

const WITH_BODY = ACCOUNTS.filter((route) => 'body' in route);

describe.each(WITH_BODY)('$method $path', ({ method, path }) => {
  const send = (body: string | Uint8Array, type = 'application/json', more = {}) =>
    createClient(server).request(path, {
      method,
      body,
      headers: { 'content-type': type, authorization, ...more },
    });

  test('refuses deeply nested JSON', async () => {
    const depth = 20_000;
    expectRefusal(
      await send(
        `{"phone":${'['.repeat(depth)}${']'.repeat(depth)}, "token": [], "refresh": [], "email": []}`,
      ),
    );
    expectRefusal(await send(`${'['.repeat(30_000)}${']'.repeat(30_000)}`));
  });

  test('refuses a body of one megabyte', async () => {
    const result = await send(`{"phone":"${'1'.repeat(1024 * 1024)}"}`);
    expect(result).toMatchObject({ status: 413, body: { detail: 'Тело запроса слишком велико.' } });
  });

  test.each(['text/plain', 'application/xml', 'application/jsonp', 'nonsense', 'image/png; x="y"'])(
    'refuses the content type %s',
    async (type) => {
      const result = await send('{}', type);
      expect(result.status).toBe(415);
      expectRefusal(result);
    },
  );

  test('refuses an invalid multipart form', async () => {
    expectRefusal(await send('nonsense', 'multipart/form-data; boundary=x'));
    expectRefusal(await send('nonsense', 'multipart/form-data'));
  });

  test('refuses a file in place of text', async () => {
    const form = new FormData();
    for (const field of ['phone', 'password', 'token', 'refresh', 'first_name'])
      form.append(field, new Blob(['x']));
    expectRefusal(
      await createClient(server).request(path, { method, body: form, headers: { authorization } }),
    );
  });
});

describe('an invalid HTTP request', () => {
  /** Sends bytes and returns everything received until the server closes the connection. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.end(bytes));
      const received: Buffer[] = [];
      socket.on('data', (chunk) => received.push(chunk));
      socket.on('close', () => resolve(Buffer.concat(received).toString()));
      socket.on('error', reject);
    });
  const refusal = (text: string): ClientResponse => {
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown, headers: new Headers() };
  };

  test('gets the response 400 without a valid request line', async () => {
    expectRefusal(refusal(await raw('garbage\r\n\r\n')));
  });

  test('gets the response 431 with headers of 100 kB', async () => {
    const result = refusal(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`));
    expect(result.status).toBe(431);
    expectRefusal(result);
  });

  test('is refused in JSON when the percent encoding of its path is invalid', async () => {
    const request = 'GET /api/%zz/%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const result = await raw(request);
    expectRefusal(refusal(result));
    expect(result).toMatch(/^x-request-id: \S{9}\r$/m);
  });

  test('gets the response 401 with an Authorization header of 10 kB', async () => {
    const headers = { authorization: `Bearer ${'a'.repeat(10_000)}` };
    const result = await createClient(server).request('/api/accounts/users/me/', { headers });
    expect(result.status).toBe(401);
  });
});
