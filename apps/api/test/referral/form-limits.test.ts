import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Link, OrganizationTask, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServerOptions } from '../../src/testing.ts';
import { atOnce, countValues } from '../setup/parallel.ts';
import { formClient, getFieldValue, getText } from '../setup/referral-form.ts';
import { type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const FORM_LIMITS = { link: 3, program: 7, organization: 9 };
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const FULL = 'Сейчас через эту форму приходит слишком много заявок. Повторите через 60 мин';

let world: World;
let boss: Caller;
let program: Program;
let links: [Link, Link, Link];
beforeAll(async () => {
  world = await createWorld({ trustProxy: ['loopback'], formLimits: FORM_LIMITS });
});
beforeEach(async () => {
  await world.server.resetLimits();
  boss = await world.organization();
  program = await world.program({}, boss);
  links = [await newLink(), await newLink(), await newLink()];
});
afterAll(() => world.stop());

async function newLink({ id } = program) {
  return world.enroll(id, (await world.invited({}, boss)).id, boss);
}

let senders = 0;
/** Returns a header with a new client address for each call. */
const from = () => {
  senders += 1;
  return { 'x-forwarded-for': `2001:db8:${senders.toString(16)}::1` };
};
const send = ({ code }: Link, more: object = {}) =>
  world.anonymous.post(
    `/api/public/ref/${code}/leads/`,
    { name: 'Анна', phone: world.phone(), consent: true, ...more },
    from(),
  );
const statuses = async (link: Link, times: number) => {
  const responses = [];
  for (let sent = 0; sent < times; sent += 1) responses.push((await send(link)).status);
  return responses;
};
const formTasks = async (caller = boss) => {
  const { results } = ok<{ results: OrganizationTask[] }>(await caller.get('/api/home/tasks/'));
  return results.filter(({ kind }) => kind === 'form_limited');
};
const stored = (phone: string) =>
  world.server.db.selectFrom('leads').selectAll().where('phone', '=', phone).orderBy('number').execute();

describe('leads from many addresses', () => {
  test('are limited per link, and other links of the program stay open', async () => {
    const [one, two] = links;
    expect(await statuses(one, 4)).toEqual([200, 200, 200, 429]);
    const response = await send(one);
    expect(response.body).toEqual({ detail: FULL });
    expect(response.headers.get('retry-after')).toBe(String(HOUR));
    expect(await statuses(two, 1)).toEqual([200]);
  });

  test('are limited per program, and other programs stay open', async () => {
    const [one, two, three] = links;
    const other = await newLink(await world.program({}, boss));
    for (const link of [one, two]) await statuses(link, 3);
    expect(await statuses(three, 3)).toEqual([200, 429, 429]);
    world.server.advance(1);
    expect(await statuses(other, 3)).toEqual([200, 200, 429]);
    expect(await formTasks()).toMatchObject([
      { count: 1, program: null, link: null },
      { count: 2, program: { id: program.id, name: program.name }, link: null },
    ]);
  });

  test('do not affect forms of another organization', async () => {
    for (const link of links) await statuses(link, 4);
    const own = boss;
    boss = await world.organization();
    program = await world.program({}, boss);
    expect(await statuses(await newLink(), 1)).toEqual([200]);
    expect(await formTasks(own)).not.toEqual([]);
    expect(await formTasks(boss)).toEqual([]);
  });

  test('are accepted again after an hour', async () => {
    await statuses(links[0], 4);
    world.server.advance(HOUR);
    expect(await statuses(links[0], 1)).toEqual([200]);
  });

  test('are not stored when they exceed the limit, and do not extend the wait', async () => {
    const [one] = links;
    await statuses(one, 3);
    world.server.advance(HOUR - 60);
    const phone = world.phone();
    expect((await send(one, { phone })).status).toBe(429);
    expect(await stored(phone)).toEqual([]);
    world.server.advance(60);
    expect((await send(one, { phone })).status).toBe(200);
    expect(await stored(phone)).toHaveLength(1);
  });

  test('are not counted when they are invalid', async () => {
    const [one] = links;
    for (let sent = 0; sent < 5; sent += 1) expect((await send(one, { consent: false })).status).toBe(400);
    for (let sent = 0; sent < 5; sent += 1)
      expect((await send(one, { consent_version: 9 })).status).toBe(400);
    expect(await statuses(one, 4)).toEqual([200, 200, 200, 429]);
  });
});

test('a limited form without scripts keeps the entered values and shows the same message', async () => {
  const { code } = links[0];
  await statuses(links[0], 3);
  const form = formClient(world.server);
  const fields = { name: 'Борис', phone: world.phone(), comment: '', consent: 'true', consent_version: '1' };
  const response = await form.send(`/ref/${code}`, {
    method: 'POST',
    headers: from(),
    body: new URLSearchParams(fields),
  });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, String(HOUR)]);
  expect(getText(response, '[role="alert"]')).toBe(FULL);
  expect([getFieldValue(response, 'name'), getFieldValue(response, 'phone')]).toEqual([
    fields.name,
    fields.phone,
  ]);
  expect(await formTasks()).toHaveLength(1);
});

test('the owner sees for three days which form was limited, when, and how many leads were refused', async () => {
  const [one] = links;
  await statuses(one, 4);
  const first_at = world.server.now().toISOString();
  world.server.advance(600);
  await statuses(one, 1);
  const [task] = await formTasks();
  expect(task).toEqual({
    kind: 'form_limited',
    count: 2,
    first_at,
    last_at: world.server.now().toISOString(),
    program: { id: program.id, name: program.name },
    link: { id: one.id, code: one.code, partner: { id: one.partner.id, name: one.partner.name } },
  });
  world.server.advance(3 * DAY - 1);
  expect(await formTasks()).toEqual([task]);
  world.server.advance(1);
  expect(await formTasks()).toEqual([]);
  await world.server.prune();
  expect(await world.server.db.selectFrom('limited_forms').selectAll().execute()).toEqual([]);
});

test('ten fake leads with a phone do not block the real owner of the phone, who gets the usual response', async () => {
  const [one, two] = links;
  const phone = world.phone();
  const usual = await send(two);
  for (let sent = 0; sent < 10; sent += 1) {
    world.server.advance(HOUR / 2);
    await send(one, { phone, name: 'Фальшивая' });
  }
  const secondLead = await send(two, { phone, name: 'Настоящая' });
  expect([secondLead.status, secondLead.body]).toEqual([usual.status, usual.body]);
  expect((await stored(phone)).at(-1)).toMatchObject({ name: 'Настоящая', status: 'duplicate' });

  boss = await world.organization();
  program = await world.program({}, boss);
  expect((await send(await newLink(), { phone, name: 'Настоящая' })).status).toBe(200);
  expect(await stored(phone)).toContainEqual(expect.objectContaining({ name: 'Настоящая', status: 'new' }));
});

/** Starts another server on the same database with the same time. */
async function startSecondServer(options: TestServerOptions = {}) {
  const other = await startTestServer({
    frozenClock: true,
    trustProxy: ['loopback'],
    formLimits: FORM_LIMITS,
    people: [],
    ...options,
    database: { db: world.server.db, drop: async () => undefined },
  });
  other.setClock(world.server.now());
  return other;
}

test('twenty concurrent leads at two servers do not exceed the limit', async () => {
  const other = await startSecondServer();
  const [{ code }] = links;
  const responses = await atOnce(20, (index) =>
    createCaller(index % 2 === 0 ? world.server : other).post(
      `/api/public/ref/${code}/leads/`,
      { name: 'Анна', phone: world.phone(), consent: true },
      from(),
    ),
  );
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 3, 429: 17 });
  expect(await formTasks()).toMatchObject([{ count: 17 }]);
  await other.stop();
});

test('leads without a captcha verdict have a separate limit from leads that passed the captcha', async () => {
  const service = createServer((_request, response) => response.end('{"status":"ok"}')).listen(
    0,
    '127.0.0.1',
  );
  await once(service, 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const guarded = await startSecondServer({ captcha: { serverKey: 'key', url } });
  const [{ code }] = links;
  const fields = () => ({ name: 'Анна', phone: world.phone(), consent: 'true', consent_version: '1' });
  const sendWithoutAddress = () =>
    formClient(guarded).send(`/ref/${code}`, {
      method: 'POST',
      headers: from(),
      body: new URLSearchParams(fields()),
    });
  const passed = () =>
    createCaller(guarded).post(
      `/api/public/ref/${code}/leads/`,
      { name: 'Анна', phone: world.phone(), consent: true, 'smart-token': 'good' },
      from(),
    );
  const responses = [];
  for (const way of [
    sendWithoutAddress,
    sendWithoutAddress,
    sendWithoutAddress,
    sendWithoutAddress,
    passed,
    passed,
    passed,
    passed,
  ])
    responses.push((await way()).status);
  expect(responses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
  await guarded.stop();
  service.closeAllConnections();
  service.close();
});
