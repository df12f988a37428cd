import type { CrmConnection, Lead } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCrmClients } from '../../src/integrations/crm/clients.ts';
import { createCrmSealer } from '../../src/integrations/crm/credentials.ts';
import { createCrmHttp } from '../../src/integrations/crm/crm-http.ts';
import { DEAL_LEASE_S } from '../../src/integrations/crm/deals.repo.ts';
import { createOutgoing, VISIBLE_S } from '../../src/integrations/crm/outgoing.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { TEST_SECRET } from '../../src/testing/options.ts';
import { type AmocrmStub, startAmocrm } from '../setup/amocrm-stub.ts';
import { type Bitrix24Stub, QUERY_LIMIT, startBitrix24 } from '../setup/bitrix24-stub.ts';
import { killedAfter } from '../setup/killed.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const PATH = `${api}/crm-connections/`;

let world: World;
let program: string;
let portal: Bitrix24Stub;
let account: AmocrmStub;
const http = createCrmHttp({ arePrivateHostsAllowed: true });
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
});
afterAll(async () => {
  await http.close();
  await world.stop();
});

async function connect(keys: object, settings: object = {}) {
  const { id } = ok<CrmConnection>(await world.boss.post(PATH, { ...keys, password: world.password }));
  return ok<CrmConnection>(await world.boss.patch(`${PATH}${id}/`, { version: 1, is_on: true, ...settings }));
}
const connectBitrix24 = (settings?: object) => connect({ kind: 'bitrix24', address: portal.hook }, settings);
const connectAmocrm = (settings?: object) =>
  connect({ kind: 'amocrm', address: account.url, token: 'long-lived' }, settings);
const connection = async () => {
  const [first] = ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results;
  if (first === undefined) throw new Error('no connection');
  return first;
};
const send = () => world.server.sendDeals();
const adds = () => portal.methods().filter((method) => method === 'crm.item.add').length;

/** A process that creates deals on its own. */
const processOf = (db: Db = world.server.db) => {
  const { now: clock } = world.server;
  const clients = createCrmClients({ db, clock, http, sealer: createCrmSealer(TEST_SECRET) });
  const { tasks } = createOutgoing({ db, clock, clients });
  return async () => {
    const { signal } = new AbortController();
    await Promise.all((await tasks()).map(({ run }) => run(signal)));
  };
};

describe('a new lead', () => {
  test('becomes a deal of Битрикс24 with its contact once', async () => {
    await connectBitrix24();
    const lead = await world.lead(program, {
      name: 'Мария Иванова',
      email: 'm@example.ru',
      comment: 'Два окна',
    });
    await send();
    await send();
    const [deal] = portal.portal.deals;
    const [contact] = portal.portal.contacts;
    expect(portal.portal.deals).toHaveLength(1);
    expect(deal).toMatchObject({
      title: `${lead.number} Мария Иванова`,
      comments: 'Два окна',
      originId: lead.id,
    });
    expect(deal?.['contactIds']).toEqual([contact?.id]);
    expect(contact?.['fm']).toEqual([
      { typeId: 'PHONE', valueType: 'WORK', value: lead.phone },
      { typeId: 'EMAIL', valueType: 'WORK', value: 'm@example.ru' },
    ]);
    expect((await connection()).deals).toMatchObject({ sent: 1, waiting: 0, failed: 0, problem: '' });
  });

  test('becomes a deal of amoCRM on the selected stage', async () => {
    await connectAmocrm({ first_stage: '700/702' });
    const lead = await world.lead(program);
    await send();
    expect(account.account.leads).toMatchObject([
      { name: `${lead.number} ${lead.name}`, pipeline_id: 700, status_id: 702 },
    ]);
  });

  test('becomes a deal of each CRM', async () => {
    await connectBitrix24();
    await connectAmocrm();
    await world.lead(program);
    await send();
    expect([portal.portal.deals.length, account.account.leads.length]).toEqual([1, 1]);
  });

  test('does not become a deal for another program, another organization, a duplicate, or a connection that is off', async () => {
    const { id: other } = await world.program();
    const connected = await connectBitrix24({ programs: [other] });
    const { phone } = await world.lead(program);
    await world.lead(other);
    await world.lead(other, { phone: (await world.lead(other)).phone }).catch(() => undefined);
    const boss = await world.organization();
    await world.lead((await world.program({}, boss)).id, { phone }, boss);
    await send();
    expect(portal.portal.deals).toHaveLength(2);
    ok(await world.boss.patch(`${PATH}${connected.id}/`, { version: connected.version, is_on: false }));
    await world.lead(other);
    await send();
    expect(portal.portal.deals).toHaveLength(2);
  });
});

describe('a failed attempt', () => {
  test('is repeated after a delay, without a second deal when the CRM had created it', async () => {
    await connectBitrix24();
    await world.lead(program);
    // The portal creates the deal, and the response is lost.
    let isLost = false;
    portal.intercept = ({ path, body }) => {
      if (isLost || !path.includes('crm.item.add') || (body as { entityTypeId: number }).entityTypeId !== 2)
        return undefined;
      isLost = true;
      portal.addDeal((body as { fields: Record<string, unknown> }).fields);
      return 'close';
    };
    await send();
    expect((await connection()).deals).toMatchObject({ waiting: 1, problem: 'Сервер закрыл соединение.' });
    world.server.advance(31);
    await send();
    expect(portal.portal.deals).toHaveLength(1);
    expect(portal.portal.contacts).toHaveLength(1);
    expect((await connection()).deals).toMatchObject({ sent: 1, waiting: 0, problem: '' });
  });

  test('finds the deal of amoCRM by the number of the lead, and not one of a longer number', async () => {
    await connectAmocrm();
    const lead = await world.lead(program);
    account.addDeal({ name: `${lead.number}9 Другой` });
    account.intercept = ({ path, body }) => {
      if (!path.includes('complex')) return undefined;
      account.addDeal((body as { name: string }[])[0] ?? {});
      return 'close';
    };
    await send();
    account.intercept = () => undefined;
    world.server.advance(31);
    await send();
    expect(account.account.leads).toHaveLength(2);
    expect((await connection()).deals).toMatchObject({ sent: 1 });
  });

  test('of a limited CRM is repeated at once, and later without counting as a failure', async () => {
    await connectBitrix24();
    await world.lead(program);
    portal.intercept = ({ path }) =>
      path.includes('crm.item.add') ? { ...QUERY_LIMIT, headers: { 'retry-after': '40' } } : undefined;
    await send();
    expect(adds()).toBe(1);
    const row = await world.server.db.selectFrom('crm_deals').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'waiting', attempts: 0 });
    portal.intercept = () => undefined;
    world.server.advance(39);
    await send();
    expect(adds()).toBe(1);
    world.server.advance(1);
    await send();
    expect(portal.portal.deals).toHaveLength(1);
  });

  test('with a revoked key breaks the connection, and the deals follow with the new key', async () => {
    const connected = await connectBitrix24();
    portal.portal.secret = 'another';
    await world.lead(program);
    await world.lead(program);
    await send();
    // The second lead is not tried with the same key.
    expect(portal.methods().filter((method) => method === 'crm.item.list')).toHaveLength(1);
    expect(await connection()).toMatchObject({ state: 'broken', deals: { waiting: 2 } });
    const address = `${portal.url}/rest/1/another/`;
    ok(
      await world.boss.patch(`${PATH}${connected.id}/`, {
        ...{ version: connected.version, address, password: world.password },
      }),
    );
    await send();
    expect(portal.portal.deals).toHaveLength(2);
    expect(await connection()).toMatchObject({ state: 'connected', deals: { sent: 2, waiting: 0 } });
  });

  test('is given up after three days, and repeated when an owner checks the connection', async () => {
    const { id } = await connectBitrix24();
    await world.lead(program);
    portal.intercept = () => ({ status: 500, json: { error: 'INTERNAL_SERVER_ERROR' } });
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await send();
      world.server.advance(DAY);
    }
    expect((await connection()).deals).toMatchObject({ failed: 1, waiting: 0 });
    portal.intercept = () => undefined;
    ok(await world.boss.post(`${PATH}${id}/refresh/`));
    await send();
    expect((await connection()).deals).toMatchObject({ failed: 0, sent: 1 });
  });
});

describe('processes', () => {
  test('create each deal once', async () => {
    await connectBitrix24();
    for (let count = 0; count < 3; count += 1) await world.lead(program);
    await Promise.all([processOf()(), processOf()()]);
    expect(portal.portal.deals).toHaveLength(3);
    expect((await connection()).deals).toMatchObject({ sent: 3 });
  });

  test('that are killed at any statement lose no deal and create none twice', async () => {
    await connectBitrix24();
    const leads: Lead[] = [];
    let isWhole = false;
    for (let statements = 0; !isWhole; statements += 1) {
      leads.push(await world.lead(program));
      isWhole = await processOf(killedAfter(world.server.db, statements))().then(
        () => true,
        () => false,
      );
      for (const wait of [DEAL_LEASE_S, VISIBLE_S]) {
        world.server.advance(wait);
        await processOf()();
      }
      const origins = portal.portal.deals.map(({ originId }) => originId);
      expect(origins, `killed at statement ${statements}`).toEqual(leads.map(({ id }) => id));
    }
    expect(leads.length).toBeGreaterThan(3);
  });
});
