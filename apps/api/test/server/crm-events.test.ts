import type { CrmConnection, Lead } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AmocrmStub, startAmocrm } from '../setup/amocrm-stub.ts';
import { type Bitrix24Stub, startBitrix24 } from '../setup/bitrix24-stub.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PATH = `${api}/crm-connections/`;
const TOKEN = 'application token';

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
  portal.clock.now = world.server.now;
  account.clock.now = world.server.now;
  await world.server.resetLimits();
});
afterEach(async () => {
  portal.close();
  account.close();
  await world.server.db.deleteFrom('crm_connections').execute();
  await world.server.db.deleteFrom('outside_events').execute();
});
afterAll(() => world.stop());

const patch = async ({ id, version }: CrmConnection, more: object) =>
  ok<CrmConnection>(await world.boss.patch(`${PATH}${id}/`, { version, ...more }));
async function connect(keys: object, settings: object) {
  const created = ok<CrmConnection>(await world.boss.post(PATH, { ...keys, password: world.password }));
  return patch(created, { is_on: true, ...settings });
}
const connectBitrix24 = (settings: object = {}) =>
  connect({ kind: 'bitrix24', address: portal.hook }, { application_token: TOKEN, ...settings });
const connectAmocrm = () => connect({ kind: 'amocrm', address: account.url, token: 'long-lived' }, {});
const connection = async () => {
  const [first] = ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results;
  if (first === undefined) throw new Error('no connection');
  return first;
};

const report = ({ inbound_path }: CrmConnection, fields: Record<string, string>) =>
  world.anonymous.sendText(
    'POST',
    inbound_path ?? '',
    new URLSearchParams(fields).toString(),
    'application/x-www-form-urlencoded',
  );
const reportBitrix24 = (to: CrmConnection, deal: number, token = TOKEN) =>
  report(to, {
    event: 'ONCRMDEALUPDATE',
    'data[FIELDS][ID]': String(deal),
    ts: '1736424182',
    'auth[application_token]': token,
  });
const reportAmocrm = (to: CrmConnection, deal: number) =>
  report(to, { 'leads[status][0][id]': String(deal), 'leads[status][0][status_id]': '142' });

/** Creates a lead that has a deal. */
async function dealOf(more: object = {}, into = program): Promise<{ lead: Lead; deal: number }> {
  const lead = await world.lead(into, more);
  await world.server.sendDeals();
  await read();
  world.server.advance(1);
  const deal = portal.portal.deals.at(-1)?.id ?? account.account.leads.at(-1)?.id ?? 0;
  return { lead, deal };
}
const read = () => world.server.readDeals();
const statusOf = async ({ id }: Lead) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`)).status;
const events = () =>
  world.server.db
    .selectFrom('outside_events')
    .select(['state', 'cause', 'object_key'])
    .orderBy('occurred_at')
    .orderBy('received_at')
    .execute();

describe('a deal that moved in Битрикс24', () => {
  test('moves its lead by the mapping, with the sum of a won deal and the reason in the history', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'EXECUTING' });
    expect((await reportBitrix24(to, deal)).status).toBe(200);
    expect(await statusOf(lead)).toBe('new');
    await read();
    expect(await statusOf(lead)).toBe('in_progress');
    world.server.advance(60);
    portal.changeDeal(deal, { stageId: 'WON', opportunity: 120_000.5 });
    await reportBitrix24(to, deal);
    await read();
    expect(ok(await world.boss.get(`${api}/leads/${lead.id}/`))).toMatchObject({
      status: 'won',
      deal_amount_kop: 12_000_050,
    });
    expect(await events()).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
    expect((await connection()).last_event).toBe('');
  });

  test('moves a new lead to won through the statuses between', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'WON', opportunity: 100 });
    await reportBitrix24(to, deal);
    await read();
    expect(await statusOf(lead)).toBe('won');
  });

  test('loses its lead with the stage as the reason', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'LOSE' });
    await reportBitrix24(to, deal);
    await read();
    expect(ok(await world.boss.get(`${api}/leads/${lead.id}/`))).toMatchObject({
      status: 'lost',
      reason_code: 'other',
      reason_comment: 'Стадия «Сделка провалена» в Битрикс24',
    });
  });

  test('waits for its sum when the reward is a percent', async () => {
    const { id: percent } = await world.program({
      reward_event: 'deal_won',
      reward: { kind: 'percent', percent_bps: 1000 },
    });
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf({}, percent);
    portal.changeDeal(deal, { stageId: 'WON' });
    await reportBitrix24(to, deal);
    await read();
    expect(await statusOf(lead)).toBe('new');
    expect(await events()).toMatchObject([{ cause: expect.stringContaining('Укажите сумму сделки') }]);
    world.server.advance(60);
    portal.changeDeal(deal, { opportunity: 5000 });
    await reportBitrix24(to, deal);
    await read();
    expect(await statusOf(lead)).toBe('won');
  });
});

describe('an event', () => {
  test('about what the server wrote itself is ignored', async () => {
    const to = await connectBitrix24({ first_stage: 'EXECUTING' });
    const { lead, deal } = await dealOf();
    await reportBitrix24(to, deal);
    await read();
    expect(await statusOf(lead)).toBe('new');
    expect(await events()).toMatchObject([
      { state: 'ignored', cause: 'Стадия и сумма сделки не изменились.' },
    ]);
  });

  test('that came twice, or twice at once, is applied once', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'EXECUTING' });
    await Promise.all([reportBitrix24(to, deal), reportBitrix24(to, deal), reportBitrix24(to, deal)]);
    await Promise.all([read(), read()]);
    await reportBitrix24(to, deal);
    await read();
    expect(await statusOf(lead)).toBe('in_progress');
    expect(await events()).toHaveLength(1);
  });

  test('that came late does not move the lead back', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    const former = world.server.now().toISOString();
    world.server.advance(60);
    portal.changeDeal(deal, { stageId: 'WON', opportunity: 100 });
    await reportBitrix24(to, deal);
    await read();
    // A replica of the portal returns the former state.
    const item = {
      ...portal.portal.deals.find(({ id }) => id === deal),
      stageId: 'LOSE',
      updatedTime: former,
    };
    portal.intercept = ({ path }) =>
      path.includes('crm.item.get') ? { status: 200, json: { result: { item } } } : undefined;
    await reportBitrix24(to, deal);
    await read();
    expect(await statusOf(lead)).toBe('won');
    expect((await events()).map(({ state }) => state).toSorted()).toEqual(['applied', 'late']);
  });

  test('about a stage without a mapping is ignored with the cause, and applied after the next event with one', async () => {
    const to = await connectBitrix24({ mapping: [] });
    const { lead, deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'EXECUTING' });
    await reportBitrix24(to, deal);
    await read();
    expect(await events()).toMatchObject([
      { state: 'ignored', cause: 'Для стадии «В работе» не выбран статус лида.' },
    ]);
    await patch(to, { mapping: [{ stage: 'EXECUTING', status: 'qualified' }] });
    world.server.advance(60);
    portal.changeDeal(deal, { title: 'Другое название' });
    await reportBitrix24(to, deal);
    await read();
    expect(await statusOf(lead)).toBe('qualified');
  });

  test('about a deal that is not ours, or was removed, is noted', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    const foreign = portal.addDeal();
    await reportBitrix24(to, foreign.id);
    expect((await connection()).last_event).toContain(`к сделке ${foreign.id} не относится ни один лид`);
    portal.portal.deals.splice(0);
    await reportBitrix24(to, deal);
    await read();
    expect((await connection()).last_event).toContain('удалили из CRM');
    expect(await statusOf(lead)).toBe('new');
    expect(await events()).toEqual([]);
  });

  test('without the token of the application, or to an unknown address, is refused', async () => {
    const to = await connectBitrix24();
    const { deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'WON' });
    expect((await reportBitrix24(to, deal, 'wrong')).status).toBe(404);
    expect((await connection()).last_event).toContain('токен приложения не совпадает');
    const unknown = { ...to, inbound_path: '/api/public/crm/unknown/' };
    expect((await reportBitrix24(unknown, deal)).status).toBe(404);
    await read();
    expect(await events()).toEqual([]);
  });

  test('to a former address, or to a connection that is off, changes nothing', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'EXECUTING' });
    const rotated = ok<CrmConnection>(await world.boss.post(`${PATH}${to.id}/rotate/`));
    expect((await reportBitrix24(to, deal)).status).toBe(404);
    await patch(rotated, { is_on: false });
    expect((await reportBitrix24(rotated, deal)).status).toBe(200);
    await read();
    expect(await statusOf(lead)).toBe('new');
  });

  test('beyond the limit of its connection or of its network is refused with the time to wait', async () => {
    const to = await connectBitrix24();
    const { deal } = await dealOf();
    await reportBitrix24(to, deal);
    const { db } = world.server;
    const fill = (limit: string, hits: number) =>
      db.updateTable('rate_limits').set({ hits }).where('key', 'like', `${limit}:%`).execute();
    await fill('crm-event', 3000);
    world.server.advance(11);
    const refused = await reportBitrix24(to, deal);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '49']);
    expect((await connection()).last_event).toContain('слишком много');
    world.server.advance(49);
    expect((await reportBitrix24(to, deal)).status).toBe(200);
    await fill('crm-event-network', 6000);
    // An unknown address counts, too.
    for (const path of [to.inbound_path, '/api/public/crm/unknown/'])
      expect((await reportBitrix24({ ...to, inbound_path: path }, deal)).status).toBe(429);
  });

  test('waits for a CRM that does not respond', async () => {
    const to = await connectBitrix24();
    const { lead, deal } = await dealOf();
    portal.changeDeal(deal, { stageId: 'EXECUTING' });
    await reportBitrix24(to, deal);
    portal.intercept = () => 'close';
    await read();
    expect(await statusOf(lead)).toBe('new');
    portal.intercept = () => undefined;
    world.server.advance(31);
    await read();
    expect(await statusOf(lead)).toBe('in_progress');
  });
});

test('a deal that moved in amoCRM moves its lead', async () => {
  portal.portal.deals.splice(0);
  const to = await connectAmocrm();
  const { lead, deal } = await dealOf();
  account.changeDeal(deal, { status_id: 142, price: 7000 });
  expect((await reportAmocrm(to, deal)).status).toBe(200);
  await read();
  expect(ok(await world.boss.get(`${api}/leads/${lead.id}/`))).toMatchObject({
    status: 'won',
    deal_amount_kop: 700_000,
  });
  expect(await events()).toMatchObject([{ state: 'applied', object_key: `amocrm:${deal}` }]);
});
