import type { CrmConnection, OrganizationTask } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AmocrmStub, startAmocrm } from '../setup/amocrm-stub.ts';
import { type Bitrix24Stub, startBitrix24 } from '../setup/bitrix24-stub.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const HOUR = 60 * 60;
const PATH = `${api}/crm-connections/`;
const REVOKED = 'Битрикс24 не принимает вебхук: его удалили или заменили. Создайте новый и обновите адрес.';

let world: World;
let program: string;
let portal: Bitrix24Stub;
let account: AmocrmStub;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
  program = (await world.program()).id;
});
beforeEach(async () => {
  portal = await startBitrix24();
  account = await startAmocrm();
  await world.server.resetLimits();
});
afterEach(async () => {
  portal.close();
  account.close();
  await world.server.db.deleteFrom('crm_connections').execute();
  await world.server.db.deleteFrom('messages').execute();
});
afterAll(() => world.stop());

const one = async () => {
  const [first] = ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results;
  if (first === undefined) throw new Error('no connection');
  return first;
};
const patch = async (more: object) => {
  const { id, version } = await one();
  return ok<CrmConnection>(await world.boss.patch(`${PATH}${id}/`, { version, ...more }));
};
async function connect(keys: object) {
  ok(await world.boss.post(PATH, { ...keys, password: world.password }));
  return patch({ is_on: true });
}
const connectBitrix24 = () => connect({ kind: 'bitrix24', address: portal.hook });
const connectAmocrm = () => connect({ kind: 'amocrm', address: account.url, token: 'long-lived' });

/** Sends the deal of a new lead. */
async function sendLead() {
  await world.lead(program);
  await world.server.sendDeals();
}
/** Sends due deals every half hour. */
async function sendFor(hours: number) {
  for (let hour = 0; hour < hours; hour += 0.5) {
    world.server.advance(HOUR / 2);
    await world.server.sendDeals();
  }
}
const tasks = async (by = world.boss) =>
  ok<{ results: OrganizationTask[] }>(await by.get('/api/home/tasks/')).results.filter(
    ({ kind }) => kind === 'crm_broken',
  );
const messages = () =>
  world.server.db
    .selectFrom('messages')
    .select(['title', 'body'])
    .where('event', '=', 'crm_broken')
    .execute();

describe('a revoked key', () => {
  test('notifies the owner once and is a task of owners until a new key works', async () => {
    await connectBitrix24();
    portal.portal.secret = 'another';
    await sendLead();
    await sendFor(2);
    expect(await messages()).toEqual([
      {
        title: 'CRM не работает',
        body: `Связь с Битрикс24 не работает, лиды туда не передаются. Причина: ${REVOKED}`,
      },
    ]);
    expect(await tasks()).toEqual([{ kind: 'crm_broken', count: 1, crm: 'bitrix24', cause: REVOKED }]);
    expect(await tasks(await world.employee('manager'))).toEqual([]);
    await patch({ address: `${portal.url}/rest/1/another/`, password: world.password });
    expect(await tasks()).toEqual([]);
    // The next break is another one.
    portal.portal.secret = 'a third';
    await sendLead();
    expect(await tasks()).toHaveLength(1);
    expect(await messages()).toHaveLength(2);
  });

  test('that works again by itself ends the task, and notifies at most once a day', async () => {
    await connectBitrix24();
    const { secret } = portal.portal;
    for (const expected of [1, 1, 2]) {
      portal.portal.secret = 'another';
      await sendLead();
      expect(await messages()).toHaveLength(expected);
      expect(await tasks()).toHaveLength(1);
      portal.portal.secret = secret;
      world.server.advance(11 * 60);
      await world.server.sendDeals();
      expect(await tasks()).toEqual([]);
      world.server.advance(12 * HOUR);
    }
  });

  test('of a connection that is off notifies no one, because an owner tried it', async () => {
    const { id } = await connectBitrix24();
    await patch({ is_on: false });
    portal.portal.secret = 'another';
    expect((await world.boss.post(`${PATH}${id}/refresh/`)).status).toBe(409);
    expect((await one()).state).toBe('broken');
    expect([await messages(), await tasks()]).toEqual([[], []]);
  });
});

test('an unpaid account of amoCRM notifies the owner with the cause', async () => {
  await connectAmocrm();
  account.intercept = () => ({ status: 402, json: { title: 'Payment Required' } });
  await sendLead();
  expect(await messages()).toMatchObject([{ body: expect.stringContaining('Аккаунт amoCRM не оплачен.') }]);
  expect(await tasks()).toMatchObject([{ crm: 'amocrm', cause: 'Аккаунт amoCRM не оплачен.' }]);
});

describe('a CRM without a successful call', () => {
  test('for three days breaks the connection and notifies the owner once, until a call succeeds', async () => {
    const { id } = await connectBitrix24();
    portal.intercept = () => ({ status: 500, json: { error: 'INTERNAL_SERVER_ERROR' } });
    await sendLead();
    await sendFor(71);
    expect([(await one()).state, await messages(), await tasks()]).toEqual(['connected', [], []]);
    await sendFor(9);
    const cause = 'Вызовы не проходят трое суток. Последняя причина: Битрикс24 ответил ошибкой 500.';
    expect(await one()).toMatchObject({ state: 'broken', cause, deals: { failed: 1 } });
    expect(await tasks()).toEqual([{ kind: 'crm_broken', count: 1, crm: 'bitrix24', cause }]);
    await sendLead();
    expect(await messages()).toHaveLength(1);
    portal.intercept = () => undefined;
    ok(await world.boss.post(`${PATH}${id}/refresh/`));
    expect([(await one()).state, await tasks()]).toEqual(['connected', []]);
  });

  test('for two days, and then for two more after a successful call, stays connected', async () => {
    await connectAmocrm();
    for (let time = 0; time < 2; time += 1) {
      account.intercept = () => ({ status: 500 });
      await sendLead();
      await sendFor(48);
      account.intercept = () => undefined;
      await sendLead();
    }
    expect([(await one()).state, await messages()]).toEqual(['connected', []]);
  });

  test('that refuses one deal and takes others stays connected', async () => {
    await connectAmocrm();
    const refused = await world.lead(program);
    account.intercept = ({ path, body }) =>
      path.includes('complex') && JSON.stringify(body).includes(refused.number)
        ? { status: 400, json: { title: 'Заполните поле' } }
        : undefined;
    await world.server.sendDeals();
    for (let day = 0; day < 4; day += 1) {
      await sendFor(24);
      await sendLead();
    }
    expect(await one()).toMatchObject({ state: 'connected', deals: { failed: 1, sent: 4 } });
    expect(await messages()).toEqual([]);
  });
});
