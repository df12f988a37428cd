import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSignInLimits } from '../../src/people/sign-in/sign-in-limits.ts';
import { createLimits } from '../../src/platform/http/limits/limits.ts';
import { DEMO_PEOPLE, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { atOnce, countValues } from '../setup/parallel.ts';
import { startTwoServers } from '../setup/two-servers.ts';

const QUARTER = 15 * 60;
const { phone, password } = DEMO_PEOPLE[0] ?? { phone: '', password: '' };

let servers: [TestServer, TestServer];
let server: TestServer;
let stop: () => Promise<void>;
let clients: ReturnType<typeof createClient>[];
let client: ReturnType<typeof createClient>;
beforeEach(async () => {
  ({ servers, stop } = await startTwoServers({ frozenClock: true, trustProxy: ['loopback'] }));
  server = servers[0];
  clients = servers.map(createClient);
  client = createClient(server);
});
afterEach(() => stop());

/** A sign-in from an address, at one of the two servers. */
const signIn = (secret: string, from = '203.0.113.1', as = phone, at = 0) =>
  (clients[at] ?? client).login({ phone: as, password: secret }, { 'x-forwarded-for': from });
const status = async (...args: Parameters<typeof signIn>) => (await signIn(...args)).status;
const times = async (count: number, job: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await job(index);
};
const other = (index: number) => `+7911000${String(index).padStart(4, '0')}`;
const address = (index: number) => `203.0.113.${index}`;

test('five failures of a phone from one address block even the right password', async () => {
  await times(5, async () => expect(await status('wrong')).toBe(401));
  const response = await signIn(password);
  expect(response).toMatchObject({
    status: 429,
    body: { detail: 'Слишком много попыток. Повторите через 15 мин' },
  });
  expect(response.headers.get('retry-after')).toBe(String(QUARTER));
});

test('the reported wait gets shorter, and the block ends with it', async () => {
  await times(5, () => signIn('wrong'));
  server.advance(QUARTER - 60 * 2);
  expect((await signIn(password)).body).toEqual({ detail: expect.stringMatching(/через 2 мин$/) });
  server.advance(90);
  expect((await signIn(password)).body).toEqual({ detail: expect.stringMatching(/через 30 с$/) });
  server.advance(31);
  expect(await status(password)).toBe(200);
});

test('the first failure opens a window of 15 minutes, and later failures do not extend it', async () => {
  await signIn('wrong');
  server.advance(QUARTER - 60);
  await times(4, () => signIn('wrong'));
  expect(await status('wrong')).toBe(429);
  server.advance(61);
  await times(5, async () => expect(await status('wrong')).toBe(401));
  expect(await status('wrong')).toBe(429);
});

test('a blocked attempt does not extend the wait', async () => {
  await times(5, () => signIn('wrong'));
  server.advance(QUARTER - 5);
  await times(10, () => signIn('wrong'));
  server.advance(6);
  expect(await status(password)).toBe(200);
});

test('the owner signs in from another address during the wait', async () => {
  await times(6, () => signIn('wrong'));
  expect(await status(password, '203.0.113.2')).toBe(200);
});

test('failures of one phone in different formats count together', async () => {
  const writings = ['+79000000001', '89000000001', '7 900 000-00-01', '8 (900) 000 00 01', '9000000001'];
  await times(5, (index) => signIn('wrong', undefined, writings[index]));
  expect(await status('wrong', undefined, '+7 (900) 000-00-01')).toBe(429);
});

test('a successful sign-in resets the failures of a phone from an address', async () => {
  await times(4, () => signIn('wrong'));
  expect(await status(password)).toBe(200);
  await times(5, async () => expect(await status('wrong')).toBe(401));
  expect(await status('wrong')).toBe(429);
});

test('an address is blocked after 20 failures over all phones, and successes do not count', async () => {
  await times(19, async (index) => expect(await status('wrong', undefined, other(index))).toBe(401));
  await times(3, async () => expect(await status(password)).toBe(200));
  expect(await status('wrong', undefined, other(20))).toBe(401);
  expect(await status(password)).toBe(429);
  expect(await status(password, '203.0.113.2')).toBe(200);
});

test('all addresses of an IPv6 subscriber count as one address', async () => {
  await times(5, (index) => signIn('wrong', `2001:db8:1:2::${index + 1}`));
  expect(await status('wrong', '2001:db8:1:2:ffff::9')).toBe(429);
  expect(await status('wrong', '2001:db8:1:3::1')).toBe(401);
});

test('two servers compare five of 20 concurrent wrong passwords', async () => {
  const responses = await atOnce(20, (index) => status('wrong', undefined, phone, index % 2));
  expect(countValues(responses)).toEqual({ 401: 5, 429: 15 });
});

test('two servers compare twenty of 40 concurrent wrong passwords for 40 phones', async () => {
  const responses = await atOnce(40, (index) => status('wrong', undefined, other(index), index % 2));
  expect(countValues(responses)).toEqual({ 401: 20, 429: 20 });
});

test('20 concurrent attempts that pass the first check compare five passwords', async () => {
  const limits = createSignInLimits(createLimits(server.db, server.now));
  let compared = 0;
  const fail = async () => {
    compared += 1;
    return undefined;
  };
  await atOnce(20, () => limits.guard({ phone, address: address(1) }, fail).catch(() => undefined));
  expect(compared).toBe(5);
});

test('20 concurrent checks of a right password all succeed', async () => {
  const limits = createSignInLimits(createLimits(server.db, server.now));
  const succeed = () => Promise.resolve(true);
  const results = await atOnce(20, () => limits.guard({ phone, address: address(1) }, succeed));
  expect(results).toEqual(Array(20).fill(true));
});

test('20 concurrent right passwords all sign in', async () => {
  const responses = await atOnce(20, () => status(password));
  expect(countValues(responses)).toEqual({ 200: 20 });
});

test('51 failures from different addresses do not lock the owner out', async () => {
  await times(51, async (index) => expect(await status('wrong', address(index))).toBe(401));
  expect(await status(password, '198.51.100.1')).toBe(200);
});

test('text typed in place of a phone is not stored', async () => {
  expect(await status('wrong', undefined, 'my password')).toBe(401);
  const counters = await server.db.selectFrom('rate_limits').select('key').execute();
  expect(JSON.stringify(counters)).not.toContain('my password');
});

test('a counter whose window has passed is deleted, and a live one stays', async () => {
  const counters = () => server.db.selectFrom('rate_limits').select('key').execute();
  await signIn('wrong');
  expect(await counters()).toHaveLength(3);
  server.advance(QUARTER + 1);
  await server.prune();
  expect(await counters()).toHaveLength(1);
  server.advance(60 * 60);
  await server.prune();
  expect(await counters()).toHaveLength(0);
});
