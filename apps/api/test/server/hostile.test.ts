import { connect } from 'node:net';
import { routes } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { type Answer, clientOf } from '../setup/client.ts';

const RUSSIAN = /[а-я]/i;
const ENGLISH_WORDS = /[a-z]+ [a-z]+/i;

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  server = await startTestServer();
  authorization = `Bearer ${(await clientOf(server).signIn()).access}`;
});
beforeEach(() => server.resetLimits());
afterAll(() => server.stop());

/** Every sentence of an answer. */
const sentencesOf = (body: unknown): string[] =>
  typeof body === 'string' ? [body] : Object.values(Object(body)).flatMap(sentencesOf);

/** A refusal for which the client is to blame, in Russian only. */
function expectRefusal({ status, body }: Answer) {
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

// The referral domain's calls have a test of their own.
const ACCOUNTS = Object.values(routes).filter(({ path }) => path.startsWith('/api/accounts/'));

const BODIES = ACCOUNTS.flatMap((route) =>
  'body' in route && 'shape' in route.body
    ? Object.keys(route.body.shape).map((field) => ({ ...route, field }))
    : [],
);
const MAY_BE_MISSING = ['missing', 'null'];
const OPTIONAL = ['smart-token', 'first_name', 'last_name', 'father_name', 'email'];

describe.each(BODIES)('$method $path, $field', ({ method, path, field }) => {
  const good: Record<string, string> =
    path === '/api/accounts/login/' ? { phone: '+79000000001', password: 'demo-organization' } : {};

  test.each(VALUES)('%s is refused', async (name, value) => {
    const body = JSON.stringify({ ...good, [field]: value });
    const headers = { 'content-type': 'application/json', authorization };
    const answer = await clientOf(server).request(path, { method, headers, body });
    const isOptional =
      OPTIONAL.includes(field) || (path === '/api/accounts/users/me/' && field === 'password');
    const harmless = isOptional && (name === 'missing' || (name === 'null' && field === 'smart-token'));
    if (harmless && MAY_BE_MISSING.includes(name)) expect(answer.status).toBe(200);
    else expectRefusal(answer);
  });
});

const WITH_BODY = ACCOUNTS.filter((route) => 'body' in route);

describe.each(WITH_BODY)('$method $path', ({ method, path }) => {
  const send = (body: string | Uint8Array, type = 'application/json', more = {}) =>
    clientOf(server).request(path, {
      method,
      body,
      headers: { 'content-type': type, authorization, ...more },
    });

  test('deep nesting is refused', async () => {
    const depth = 20_000;
    expectRefusal(
      await send(
        `{"phone":${'['.repeat(depth)}${']'.repeat(depth)}, "token": [], "refresh": [], "email": []}`,
      ),
    );
    expectRefusal(await send(`${'['.repeat(30_000)}${']'.repeat(30_000)}`));
  });

  test('a megabyte is too large', async () => {
    const answer = await send(`{"phone":"${'1'.repeat(1024 * 1024)}"}`);
    expect(answer).toMatchObject({ status: 413, body: { detail: 'Тело запроса слишком велико.' } });
  });

  test.each(['text/plain', 'application/xml', 'application/jsonp', 'nonsense', 'image/png; x="y"'])(
    'the type %s is not supported',
    async (type) => {
      const answer = await send('{}', type);
      expect(answer.status).toBe(415);
      expectRefusal(answer);
    },
  );

  test('a multipart form that is none is refused', async () => {
    expectRefusal(await send('nonsense', 'multipart/form-data; boundary=x'));
    expectRefusal(await send('nonsense', 'multipart/form-data'));
  });

  test('a file in place of text is refused', async () => {
    const form = new FormData();
    for (const field of ['phone', 'password', 'token', 'refresh', 'first_name'])
      form.append(field, new Blob(['x']));
    expectRefusal(await clientOf(server).request(path, { method, body: form, headers: { authorization } }));
  });
});

describe('what is not quite HTTP', () => {
  /** Sends bytes and gives all that comes back until the server hangs up. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.end(bytes));
      const received: Buffer[] = [];
      socket.on('data', (chunk) => received.push(chunk));
      socket.on('close', () => resolve(Buffer.concat(received).toString()));
      socket.on('error', reject);
    });
  const refusal = (text: string): Answer => {
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown, headers: new Headers() };
  };

  test('garbage: 400', async () => {
    expectRefusal(refusal(await raw('garbage\r\n\r\n')));
  });

  test('headers of 100 kB: 431', async () => {
    const answer = refusal(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`));
    expect(answer.status).toBe(431);
    expectRefusal(answer);
  });

  test('a path with a broken escape: a refusal in JSON', async () => {
    const request = 'GET /api/%zz/%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const answer = await raw(request);
    expectRefusal(refusal(answer));
    expect(answer).toMatch(/^x-request-id: \S{9}\r$/m);
  });

  test('an Authorization header of 10 kB: 401', async () => {
    const headers = { authorization: `Bearer ${'a'.repeat(10_000)}` };
    const answer = await clientOf(server).request('/api/accounts/users/me/', { headers });
    expect(answer.status).toBe(401);
  });
});
