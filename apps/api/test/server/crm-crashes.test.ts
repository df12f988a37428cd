import type { CrmConnection } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCrmClients } from '../../src/integrations/crm/clients.ts';
import { createCrmSealer } from '../../src/integrations/crm/credentials.ts';
import { createCrmHttp } from '../../src/integrations/crm/crm-http.ts';
import { DEAL_LEASE_S } from '../../src/integrations/crm/deals.repo.ts';
import { createOutgoing, VISIBLE_S } from '../../src/integrations/crm/outgoing.ts';
import { createReads } from '../../src/integrations/crm/reads.ts';
import { TEST_SECRET } from '../../src/testing/options.ts';
import { type AmocrmStub, startAmocrm } from '../setup/amocrm-stub.ts';
import { type Bitrix24Stub, startBitrix24 } from '../setup/bitrix24-stub.ts';
import { killable } from '../setup/killed.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PATH = `${api}/crm-connections/`;

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
  account.clock.now = world.server.now;
  await world.server.resetLimits();
});
afterEach(async () => {
  portal.close();
  account.close();
  await world.server.db.deleteFrom('crm_connections').execute();
});
afterAll(() => world.stop());

async function connect(keys: object) {
  const { id } = ok<CrmConnection>(await world.boss.post(PATH, { ...keys, password: world.password }));
  ok(await world.boss.patch(`${PATH}${id}/`, { version: 1, is_on: true }));
}
const CRMS = {
  bitrix24: {
    connect: () => connect({ kind: 'bitrix24', address: portal.hook }),
    stub: () => portal,
    leads: () => portal.portal.deals.map(({ title }) => String(title).split(' ')[0]),
  },
  amocrm: {
    connect: () => connect({ kind: 'amocrm', address: account.url, token: 'long-lived' }),
    stub: () => account,
    leads: () => account.account.leads.map(({ name }) => name.split(' ')[0]),
  },
};

/** Creates the due deals, and reads them, in a separate process with its own limits. @returns whether it ended by itself. */
async function runProcess(db = world.server.db): Promise<boolean> {
  const { now: clock } = world.server;
  const http = createCrmHttp({ arePrivateHostsAllowed: true });
  const clients = createCrmClients({ db, clock, http, sealer: createCrmSealer(TEST_SECRET) });
  const jobs = [createOutgoing({ db, clock, clients }).tasks, createReads({ db, clock, clients })];
  const { signal } = new AbortController();
  try {
    for (const tasks of jobs) await Promise.all((await tasks()).map(({ run }) => run(signal)));
    return true;
  } catch {
    return false;
  } finally {
    await http.close();
  }
}

/** Runs processes for a quarter of an hour. */
async function recover() {
  for (const wait of [DEAL_LEASE_S, 60, 60, VISIBLE_S]) {
    world.server.advance(wait);
    await runProcess();
  }
}
const unread = () => world.server.db.selectFrom('crm_reads').select('deal_id').execute();
const unsent = async () =>
  ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results.map(({ deals }) => deals.waiting);

describe.each(['bitrix24', 'amocrm'] as const)('a process that creates and reads deals of %s', (kind) => {
  test.each([
    ['before', 'close'],
    ['after', 'lose'],
  ] as const)(
    'that is killed %s any of its calls is executed loses no deal and creates none twice',
    async (_, end) => {
      const crm = CRMS[kind];
      await crm.connect();
      const stub = crm.stub();
      const numbers: string[] = [];
      for (let isWhole = false, last = 1; !isWhole; last += 1) {
        numbers.push((await world.lead(program)).number);
        const { db, kill } = killable(world.server.db);
        const former = stub.calls.length;
        stub.intercept = (_call, count) => {
          if (count - former !== last) return undefined;
          kill();
          return end;
        };
        isWhole = await runProcess(db);
        stub.intercept = () => undefined;
        await recover();
        expect(crm.leads(), `killed at call ${last}`).toEqual(numbers);
        expect(await unsent()).toEqual([0]);
        expect(await unread(), `killed at call ${last}`).toEqual([]);
      }
      // The loop has passed all calls of a deal: the creation of it and of a contact, and its read.
      expect(numbers.length).toBeGreaterThanOrEqual(kind === 'bitrix24' ? 5 : 3);
    },
  );
});

describe('a deal of amoCRM whose creation was not answered', () => {
  const search = async (wait: number) => {
    world.server.advance(wait);
    await runProcess();
    return account.account.leads.length;
  };
  async function loseResponse() {
    await CRMS.amocrm.connect();
    await world.lead(program);
    account.intercept = ({ path }) => (path.includes('complex') ? 'lose' : undefined);
    await runProcess();
    account.intercept = () => undefined;
  }

  test('is found in the list of the last deals while the search does not know it', async () => {
    account.account.searchLag = 3600;
    await loseResponse();
    expect(await search(5)).toBe(1);
    expect(await unsent()).toEqual([0]);
  });

  test('is not created again while neither the search nor the list knows it', async () => {
    account.account.searchLag = 300;
    account.account.listLag = 300;
    await loseResponse();
    expect(await search(5)).toBe(1);
    const [shown] = ok<{ results: CrmConnection[] }>(await world.boss.get(PATH)).results;
    expect(shown?.deals).toMatchObject({ waiting: 1, problem: expect.stringContaining('проверяем') });
    for (let minute = 0; minute < 5; minute += 1) expect(await search(60)).toBe(1);
    expect(await unsent()).toEqual([0]);
  });

  test('is not created again when amoCRM executes the call after the next search', async () => {
    await CRMS.amocrm.connect();
    const { number, name } = await world.lead(program);
    account.intercept = ({ path }) => (path.includes('complex') ? 'close' : undefined);
    await runProcess();
    account.intercept = () => undefined;
    expect(await search(5)).toBe(0);
    account.addDeal({ name: `${number} ${name}` });
    expect(await search(60)).toBe(1);
    expect(await unsent()).toEqual([0]);
  });

  test('is created ten minutes later when amoCRM did not get the call', async () => {
    await CRMS.amocrm.connect();
    await world.lead(program);
    account.intercept = ({ path }) => (path.includes('complex') ? 'close' : undefined);
    await runProcess();
    account.intercept = () => undefined;
    for (let minute = 0; minute < 10; minute += 1) expect(await search(60)).toBe(minute < 9 ? 0 : 1);
  });

  test('is created at once after a call that amoCRM refused or could not get', async () => {
    await CRMS.amocrm.connect();
    await world.lead(program);
    account.intercept = ({ path }) =>
      path.includes('complex') ? { status: 400, json: { title: 'Заполните поле' } } : undefined;
    await runProcess();
    account.intercept = () => undefined;
    expect(await search(5)).toBe(1);
  });
});
