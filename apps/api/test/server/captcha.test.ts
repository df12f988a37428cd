import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_PEOPLE, startTestServer, type TestServer } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

const { phone, password } = DEMO_PEOPLE[0] ?? { phone: '', password: '' };
const NOT_PASSED = { 'smart-token': ['Подтвердите, что вы не робот.'] };
const UNAVAILABLE = {
  detail: 'Проверка «Я не робот» временно недоступна. Повторите через несколько минут.',
  code: 'captcha_unavailable',
};

/** A stand-in for SmartCaptcha: `good` passes, the rest fails, and it can be out of order. */
let service: Server;
let asked: URLSearchParams[];
let answer: (form: URLSearchParams) => { status: number; body: string };
let server: TestServer;
let client: ReturnType<typeof clientOf>;

beforeEach(async () => {
  asked = [];
  answer = (form) => ({
    status: 200,
    body: JSON.stringify({ status: form.get('token') === 'good' ? 'ok' : 'failed' }),
  });
  service = createServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    asked.push(form);
    const { status, body } = answer(form);
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
  client = clientOf(server);
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

test('a token that passes lets the person in; the service is given key, token and the address', async () => {
  expect(await signIn('good')).toMatchObject({ status: 200 });
  expect(asked.map((form) => Object.fromEntries(form))).toEqual([
    { secret: 'server-key', token: 'good', ip: '203.0.113.1' },
  ]);
});

test.each(['bad', '', null, undefined])(
  'the token %j is refused at its field, the password unread',
  async (token) => {
    expect(await signIn(token)).toMatchObject({ status: 400, body: NOT_PASSED });
  },
);

test('a service that calls the token malformed is believed', async () => {
  answer = () => ({ status: 400, body: '{"status":"failed"}' });
  expect(await signIn('x')).toMatchObject({ status: 400, body: NOT_PASSED });
});

test.each([
  ['answers 500', 500, 'oops'],
  ['refuses our key', 403, '{"status":"failed"}'],
  ['answers with what is not JSON', 200, '<html>'],
  ['answers with another JSON', 200, '{"status":"maybe"}'],
])('a service that %s does not keep people out', async (_name, status, body) => {
  answer = () => ({ status, body });
  expect(await signIn('')).toMatchObject({ status: 200 });
  expect(await signIn('', 'wrong')).toMatchObject({ status: 401 });
});

test('a service that cannot be reached does not keep people out', async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  expect(await signIn('')).toMatchObject({ status: 200 });
});

test('while a phone is guessed at from everywhere, no verdict is no entry', async () => {
  await failFromEverywhere('good');
  expect(await signIn('good')).toMatchObject({ status: 200 });
  answer = () => ({ status: 500, body: '' });
  const refused = await signIn('good');
  expect(refused).toMatchObject({ status: 503, body: UNAVAILABLE });
  expect(refused.headers.get('retry-after')).toBe('5');
  server.advance(60 * 60 + 1);
  expect(await signIn('good')).toMatchObject({ status: 200 });
});

test('captchas that were not passed count against the address, so that it stops asking the service', async () => {
  for (let index = 0; index < 20; index += 1) await signIn('bad');
  expect(await signIn('bad')).toMatchObject({ status: 429 });
  expect(asked).toHaveLength(20);
});

test('who has to wait is told so without the service being asked', async () => {
  for (let index = 0; index < 5; index += 1) await signIn('good', 'wrong');
  expect(await signIn('good')).toMatchObject({ status: 429 });
  expect(asked).toHaveLength(5);
});
