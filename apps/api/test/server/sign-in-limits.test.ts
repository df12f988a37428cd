import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_PEOPLE, type TestServer } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';
import { atOnce, countsOf } from '../setup/parallel.ts';
import { startTwoServers } from '../setup/two-servers.ts';

const QUARTER = 15 * 60;
const { phone, password } = DEMO_PEOPLE[0] ?? { phone: '', password: '' };

let servers: [TestServer, TestServer];
let server: TestServer;
let stop: () => Promise<void>;
let clients: ReturnType<typeof clientOf>[];
let client: ReturnType<typeof clientOf>;
beforeEach(async () => {
  ({ servers, stop } = await startTwoServers({ frozenClock: true, trustProxy: ['loopback'] }));
  server = servers[0];
  clients = servers.map(clientOf);
  client = clientOf(server);
});
afterEach(() => stop());

/** A sign-in from an address, at one of the two servers. */
const signIn = (secret: string, from = '203.0.113.1', as = phone, at = 0) =>
  (clients[at] ?? client).login({ phone: as, password: secret }, { 'x-forwarded-for': from });
const status = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).status;
const times = async (count: number, job: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await job(index);
};
const other = (index: number) => `+7911000${String(index).padStart(4, '0')}`;
const address = (index: number) => `203.0.113.${index}`;

test('five failures of a phone at an address, then even the right password has to wait', async () => {
  await times(5, async () => expect(await status('wrong')).toBe(401));
  const answer = await signIn(password);
  expect(answer).toMatchObject({
    status: 429,
    body: { detail: 'Слишком много попыток. Повторите через 15 мин' },
  });
  expect(answer.headers.get('retry-after')).toBe(String(QUARTER));
});

test('the wait gets shorter, is told in seconds at its end, and then is over', async () => {
  await times(5, () => signIn('wrong'));
  server.advance(QUARTER - 60 * 2);
  expect((await signIn(password)).body).toEqual({ detail: expect.stringMatching(/через 2 мин$/) });
  server.advance(90);
  expect((await signIn(password)).body).toEqual({ detail: expect.stringMatching(/через 30 с$/) });
  server.advance(31);
  expect(await status(password)).toBe(200);
});

test('the window slides: no 15 minutes ever hold more than five failures', async () => {
  await signIn('wrong');
  server.advance(QUARTER - 60);
  await times(4, () => signIn('wrong'));
  server.advance(61);
  expect(await status('wrong')).toBe(401);
  expect(await status('wrong')).toBe(429);
});

test('being refused is not a failure: the wait does not grow', async () => {
  await times(5, () => signIn('wrong'));
  server.advance(QUARTER - 5);
  await times(10, () => signIn('wrong'));
  server.advance(6);
  expect(await status(password)).toBe(200);
});

test('the owner gets in from elsewhere meanwhile', async () => {
  await times(6, () => signIn('wrong'));
  expect(await status(password, '203.0.113.2')).toBe(200);
});

test('the writing of the phone makes no difference', async () => {
  const writings = ['+79000000001', '89000000001', '7 900 000-00-01', '8 (900) 000 00 01', '9000000001'];
  await times(5, (index) => signIn('wrong', undefined, writings[index]));
  expect(await status('wrong', undefined, '+7 (900) 000-00-01')).toBe(429);
});

test('success forgets the failures of a phone at an address', async () => {
  await times(4, () => signIn('wrong'));
  expect(await status(password)).toBe(200);
  await times(5, async () => expect(await status('wrong')).toBe(401));
  expect(await status('wrong')).toBe(429);
});

test('20 failures of an address, whatever the phones, and successes do not count', async () => {
  await times(19, async (index) => expect(await status('wrong', undefined, other(index))).toBe(401));
  await times(3, async () => expect(await status(password)).toBe(200));
  expect(await status('wrong', undefined, other(20))).toBe(401);
  expect(await status(password)).toBe(429);
  expect(await status(password, '203.0.113.2')).toBe(200);
});

test('an IPv6 subscriber is one address, however many addresses they use', async () => {
  await times(5, (index) => signIn('wrong', `2001:db8:1:2::${index + 1}`));
  expect(await status('wrong', '2001:db8:1:2:ffff::9')).toBe(429);
  expect(await status('wrong', '2001:db8:1:3::1')).toBe(401);
});

test('20 wrong passwords at once, at two servers: five are looked at', async () => {
  const answers = await atOnce(20, (index) => status('wrong', undefined, phone, index % 2));
  expect(countsOf(answers)).toEqual({ 401: 5, 429: 15 });
});

test('40 wrong passwords for as many phones at once, at two servers: twenty are looked at', async () => {
  const answers = await atOnce(40, (index) => status('wrong', undefined, other(index), index % 2));
  expect(countsOf(answers)).toEqual({ 401: 20, 429: 20 });
});

test('20 right passwords at once are all let in', async () => {
  const answers = await atOnce(20, () => status(password));
  expect(countsOf(answers)).toEqual({ 200: 20 });
});

test('51 failures from everywhere do not lock the owner out', async () => {
  await times(51, async (index) => expect(await status('wrong', address(index))).toBe(401));
  expect(await status(password, '198.51.100.1')).toBe(200);
});

test('what was typed in place of a phone is not kept', async () => {
  expect(await status('wrong', undefined, 'my password')).toBe(401);
  const counters = await server.db.selectFrom('rate_limits').select('key').execute();
  expect(JSON.stringify(counters)).not.toContain('my password');
});

test('a counter whose window has passed is dropped, a live one stays', async () => {
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
