import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_PEOPLE, startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

const { phone, password } = DEMO_PEOPLE[0] ?? { phone: '', password: '' };
const NOT_PASSED = { 'smart-token': ['Подтвердите, что вы не робот.'] };
const UNAVAILABLE = {
  detail: 'Проверка «Я не робот» временно недоступна. Повторите через несколько минут.',
  code: 'captcha_unavailable',
};

/** A fake SmartCaptcha that accepts the token `good` unless `respond` is replaced. */
let service: Server;
let forms: URLSearchParams[];
let respond: (form: URLSearchParams) => { status: number; body: string };
let server: TestServer;
let client: ReturnType<typeof createClient>;

beforeEach(async () => {
  forms = [];
  respond = (form) => ({
    status: 200,
    body: JSON.stringify({ status: form.get('token') === 'good' ? 'ok' : 'failed' }),
  });
  service = createServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    forms.push(form);
    const { status, body } = respond(form);
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  const { port } = service.address() as AddressInfo;
  server = await startTestServer({
    database: await emptyDatabase(),
    captcha: { serverKey: 'server-key', url: `http://127.0.0.1:${port}/validate` },
    trustProxy: ['loopback'],
    frozenClock: true,
  });
  client = createClient(server);
});
afterEach(async () => {
  await server.stop();
  service.closeAllConnections();
  service.close();
});

const signIn = (token: unknown, secret = password, from = '203.0.113.1') =>
  client.login({ phone, password: secret, 'smart-token': token }, { 'x-forwarded-for': from });
const failFromEverywhere = async (token: string) => {
  for (let index = 0; index < 50; index += 1) await signIn(token, 'wrong', `198.51.100.${index}`);
};

test('a valid captcha token lets the user sign in, and the service receives key, token and client address', async () => {
  expect(await signIn('good')).toMatchObject({ status: 200 });
  expect(forms.map((form) => Object.fromEntries(form))).toEqual([
    { secret: 'server-key', token: 'good', ip: '203.0.113.1' },
  ]);
});

test.each(['bad', '', null, undefined])(
  'the captcha token %j is rejected with a field error before the password is checked',
  async (token) => {
    expect(await signIn(token)).toMatchObject({ status: 400, body: NOT_PASSED });
  },
);

test('a sign-in fails when the captcha service responds that the token is malformed', async () => {
  respond = () => ({ status: 400, body: '{"status":"failed"}' });
  expect(await signIn('x')).toMatchObject({ status: 400, body: NOT_PASSED });
});

test.each([
  ['responds 500', 500, 'oops'],
  ['rejects the server key', 403, '{"status":"failed"}'],
  ['does not respond in JSON', 200, '<html>'],
  ['responds with an unknown status', 200, '{"status":"maybe"}'],
])('users can sign in while the captcha service %s', async (_name, status, body) => {
  respond = () => ({ status, body });
  expect(await signIn('')).toMatchObject({ status: 200 });
  expect(await signIn('', 'wrong')).toMatchObject({ status: 401 });
});

test('users can sign in while the captcha service is unreachable', async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  expect(await signIn('')).toMatchObject({ status: 200 });
});

test('a phone under a distributed attack requires a captcha verdict, so an outage of the service blocks its sign-in for an hour', async () => {
  await failFromEverywhere('good');
  expect(await signIn('good')).toMatchObject({ status: 200 });
  respond = () => ({ status: 500, body: '' });
  const refused = await signIn('good');
  expect(refused).toMatchObject({ status: 503, body: UNAVAILABLE });
  expect(refused.headers.get('retry-after')).toBe('5');
  server.advance(60 * 60 + 1);
  expect(await signIn('good')).toMatchObject({ status: 200 });
});

test('failed captchas count against the client address, and a limited address causes no requests to the service', async () => {
  for (let index = 0; index < 20; index += 1) await signIn('bad');
  expect(await signIn('bad')).toMatchObject({ status: 429 });
  expect(forms).toHaveLength(20);
});

test('a limited sign-in is rejected without a request to the captcha service', async () => {
  for (let index = 0; index < 5; index += 1) await signIn('good', 'wrong');
  expect(await signIn('good')).toMatchObject({ status: 429 });
  expect(forms).toHaveLength(5);
});
