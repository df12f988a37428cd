import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWalk, titledRoutes, type Walk } from '../setup/walk.ts';
import { api, createCaller, ok } from '../setup/world.ts';

const DAY = 24 * 60 * 60;

let walk: Walk;
beforeAll(async () => {
  walk = await createWalk();
});
beforeEach(() => walk.reset());
afterAll(() => walk.stop());

const creations = titledRoutes.filter(({ route }) => route.idempotency === 'once');
/** Calls that the objects of the walk do not allow. */
const REFUSED = [
  'linkTelegram',
  'invitePartner',
  'recoverPartner',
  'recoverEmployee',
  'inviteEmployee',
  'createActs',
  'reissueAct',
  'enroll',
  'createCrmConnection',
  'createSiteForm',
];

/** Calls that need the password of the caller. */
const WITH_PASSWORD = ['createApiKey', 'createWebhook'];

const repeated = (name: string) => ({ 'idempotency-key': `repeated-${name}` });

describe('a repeated call with one idempotency key', () => {
  test.each(creations)('of $name gets the first response', async (entry) => {
    const { method } = entry.route;
    const caller = walk.callerFor(entry.route);
    const { path, body } = walk.buildRequest(entry);
    const sent = WITH_PASSWORD.includes(entry.name) ? { ...body, password: walk.world.password } : body;
    const send = () => caller.send(method, path, sent, repeated(entry.name));
    const [first, second] = await Promise.all([send(), send()]);
    const third = await send();
    if (!REFUSED.includes(entry.name)) expect(first.status).toBe(201);
    if (first.status === 201) {
      expect(second).toMatchObject({ status: 201, body: first.body });
      expect(third).toMatchObject({ status: 201, body: first.body });
    }
  });
});

const program = { name: 'Программа с ключом' };
const create = (body: object, key: string, by = walk.world.boss) =>
  by.post(`${api}/programs/`, body, { 'idempotency-key': key });
const named = (name: string) =>
  walk.world.server.db.selectFrom('programs').select('id').where('name', '=', name).execute();

test('ten concurrent calls with one key have one effect', async () => {
  const body = { name: 'Одна из десяти' };
  const responses = await Promise.all(Array.from({ length: 10 }, () => create(body, 'ten')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await named(body.name)).toHaveLength(1);
});

test('a key that was used for another body or another call is refused', async () => {
  ok(await create(program, 'used'));
  const conflict = { status: 409, body: { code: 'idempotency_conflict' } };
  expect(await create({ name: 'Другая' }, 'used')).toMatchObject(conflict);
  expect(await walk.world.boss.post(`${api}/clients/`, program, { 'idempotency-key': 'used' })).toMatchObject(
    conflict,
  );
});

test('a refused call may be repeated with its key', async () => {
  expect((await create({ name: '' }, 'refused')).status).toBe(400);
  const { boss } = walk.world;
  const key = { 'idempotency-key': 'refused-by-the-server' };
  const call = (password: string) =>
    boss.post(`${api}/api-keys/`, { name: 'Ключ', scopes: ['leads:read'], password }, key);
  expect((await call('not the one')).status).toBe(400);
  expect((await call(walk.world.password)).status).toBe(201);
});

test('keys of other people and of API keys do not clash', async () => {
  const other = await walk.world.organization();
  ok(await create({ name: 'Первая' }, 'shared'));
  expect((await create({ name: 'Вторая' }, 'shared', other)).status).toBe(201);
  const clients = `${api}/clients/`;
  const { secret } = await walk.world.apiKey(['clients:write'], walk.world.boss);
  const caller = createCaller(walk.world.server, secret);
  const body = { name: 'Ольга', phone: walk.world.phone() };
  const first = await caller.post(clients, body, { 'idempotency-key': 'shared' });
  expect(first.status).toBe(201);
  expect((await caller.post(clients, body, { 'idempotency-key': 'shared' })).body).toEqual(first.body);
});

test('the outcome of an interrupted call is not guessed', async () => {
  const { server } = walk.world;
  const body = { name: 'Прерванная' };
  ok(await create(body, 'interrupted'));
  await server.db
    .updateTable('idempotent_calls')
    .set((eb) => ({ response: eb.val(null as unknown as string) }))
    .where('key', '=', 'interrupted')
    .execute();
  server.advance(61);
  expect(await create(body, 'interrupted')).toMatchObject({ status: 409 });
  expect(await named(body.name)).toHaveLength(1);
});

test('a response is kept for a day, and its secrets are not readable in the database', async () => {
  const { server } = walk.world;
  const body = { name: 'На день' };
  const first = ok<{ id: string }>(await create(body, 'a-day'));
  const rows = await server.db.selectFrom('idempotent_calls').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(first.id);
  server.advance(DAY - 1);
  await server.prune();
  expect(ok<{ id: string }>(await create(body, 'a-day')).id).toBe(first.id);
  server.advance(1);
  await server.prune();
  // The call runs again, and the name is taken.
  expect((await create(body, 'a-day')).status).toBe(400);
});
