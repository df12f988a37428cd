import type { CrmConnection, Lead, OutsideEvent, Page } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AmocrmStub, startAmocrm } from '../setup/amocrm-stub.ts';
import { type Bitrix24Stub, startBitrix24 } from '../setup/bitrix24-stub.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PATH = `${api}/crm-connections/`;
const TOKEN = 'application token';
const CREATION = { bitrix24: 'crm.item.add', amocrm: 'leads/complex' } as const;

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

async function connect(keys: object, settings: object) {
  const { id } = ok<CrmConnection>(await world.boss.post(PATH, { ...keys, password: world.password }));
  return ok<CrmConnection>(await world.boss.patch(`${PATH}${id}/`, { version: 1, is_on: true, ...settings }));
}

const CRMS = {
  bitrix24: {
    first: 'EXECUTING',
    connect: (settings: object) =>
      connect({ kind: 'bitrix24', address: portal.hook }, { application_token: TOKEN, ...settings }),
    stub: () => portal,
    deal: () => portal.portal.deals.at(-1)?.id ?? 0,
    win: (id: number) => portal.changeDeal(id, { stageId: 'WON', opportunity: 100 }),
    toEvent: (id: number) => ({ 'data[FIELDS][ID]': String(id), 'auth[application_token]': TOKEN }),
  },
  amocrm: {
    first: '700/702',
    connect: (settings: object) =>
      connect({ kind: 'amocrm', address: account.url, token: 'long-lived' }, settings),
    stub: () => account,
    deal: () => account.account.leads.at(-1)?.id ?? 0,
    win: (id: number) => account.changeDeal(id, { status_id: 142, price: 100 }),
    toEvent: (id: number) => ({ 'leads[status][0][id]': String(id) }),
  },
};
type Crm = (typeof CRMS)['bitrix24' | 'amocrm'];

const report = ({ inbound_path }: CrmConnection, fields: object) =>
  world.anonymous.sendText(
    'POST',
    inbound_path ?? '',
    new URLSearchParams({ ...fields }).toString(),
    'application/x-www-form-urlencoded',
  );
const shown = async () => ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results[0];
const statusOf = async ({ id }: Lead) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`)).status;
const events = () =>
  world.server.db.selectFrom('outside_events').select(['state', 'cause']).orderBy('received_at').execute();

/** Creates the deal of a new lead. Between the execution of the call and its response the deal is won, and the CRM reports it. */
async function winDuringCreation(kind: 'bitrix24' | 'amocrm', crm: Crm, settings: object): Promise<Lead> {
  const connection = await crm.connect(settings);
  const lead = await world.lead(program);
  const stub = crm.stub();
  const answer = stub.answer;
  stub.intercept = async (call) => {
    const isDeal = (call.body as { entityTypeId?: number } | undefined)?.entityTypeId !== 3;
    if (!call.path.includes(CREATION[kind]) || !isDeal) return undefined;
    const response = answer(call);
    world.server.advance(2);
    crm.win(crm.deal());
    ok(await report(connection, crm.toEvent(crm.deal())));
    return response;
  };
  await world.server.sendDeals();
  stub.intercept = () => undefined;
  return lead;
}

describe.each(['bitrix24', 'amocrm'] as const)('a new deal of %s', (kind) => {
  const crm = CRMS[kind];

  test.each([
    ['selected by the CRM', {}],
    ['of the connection', { first_stage: crm.first }],
  ])(
    'that is won before its number is stored wins its lead, with the first stage %s',
    async (_, settings) => {
      const lead = await winDuringCreation(kind, crm, settings);
      expect(await statusOf(lead)).toBe('new');
      await world.server.readDeals();
      expect(await statusOf(lead)).toBe('won');
      expect(await events()).toEqual([{ state: 'applied', cause: '' }]);
      expect((await shown())?.last_event).toBe('');
    },
  );

  test('that did not change since its creation makes no event and does not move its lead', async () => {
    await crm.connect({
      first_stage: crm.first,
      mapping: [{ stage: crm.first, status: 'in_progress' }],
    });
    const lead = await world.lead(program);
    await world.server.sendDeals();
    await world.server.readDeals();
    expect(await statusOf(lead)).toBe('new');
    expect(await events()).toEqual([]);
    const calls = crm.stub().calls.length;
    await world.server.readDeals();
    expect(crm.stub().calls).toHaveLength(calls);
  });

  test('that the CRM does not return at once is read later', async () => {
    await crm.connect({});
    const lead = await world.lead(program);
    await world.server.sendDeals();
    crm.stub().intercept = () => 'close';
    await world.server.readDeals();
    crm.stub().intercept = () => undefined;
    world.server.advance(31);
    crm.win(crm.deal());
    await world.server.readDeals();
    expect(await statusOf(lead)).toBe('won');
  });
});

test('an event of a deal names the deal and its stage for owners, also without its connection', async () => {
  const connection = await CRMS.bitrix24.connect({});
  await world.lead(program);
  await world.server.sendDeals();
  const id = portal.portal.deals.at(-1)?.id ?? 0;
  world.server.advance(5);
  CRMS.bitrix24.win(id);
  await world.server.readDeals();
  const dealOf = async () =>
    ok<Page<OutsideEvent>>(await world.boss.get(`${api}/outside-events/`)).results.map(({ deal }) => deal);
  expect(await dealOf()).toEqual([{ id: String(id), crm: 'bitrix24', stage: 'Сделка успешна' }]);
  ok(await world.boss.delete(`${PATH}${connection.id}/`));
  expect(await dealOf()).toEqual([{ id: String(id), crm: 'bitrix24', stage: null }]);
});
