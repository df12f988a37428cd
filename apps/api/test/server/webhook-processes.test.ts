import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deliveriesRepo, LEASE_S } from '../../src/integrations/webhooks/deliveries.repo.ts';
import { createDelivery } from '../../src/integrations/webhooks/delivery.ts';
import { createSecrets } from '../../src/integrations/webhooks/secrets.ts';
import { createSender } from '../../src/integrations/webhooks/sender.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { TEST_SECRET } from '../../src/testing/options.ts';
import { killedAfter } from '../setup/killed.ts';
import { type Receiver, respondWith, startReceiver } from '../setup/webhook-receiver.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const LEADS = 6;

let world: World;
let program: string;
let receiver: Receiver;
const sender = createSender({ arePrivateHostsAllowed: true });
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
  program = (await world.program()).id;
});
afterEach(async () => {
  receiver.close();
  await world.server.db.deleteFrom('webhooks').execute();
});
afterAll(async () => {
  await sender.close();
  await world.stop();
});

/** A process that delivers events on its own. */
const processOf = (db: Db = world.server.db) => {
  const secrets = createSecrets(TEST_SECRET);
  const { tasks } = createDelivery({ db, clock: world.server.now, sender, secrets });
  return async () => {
    const { signal } = new AbortController();
    await Promise.all((await tasks()).map(({ run }) => run(signal)));
  };
};

async function subscribeWithLeads(respond = respondWith(200)) {
  receiver = await startReceiver(respond);
  ok(
    await world.boss.post(`${api}/webhooks/`, {
      url: receiver.url,
      events: ['lead.created'],
      password: world.password,
    }),
  );
  for (let count = 0; count < LEADS; count += 1) await world.lead(program);
}
const statuses = async () =>
  (await world.server.db.selectFrom('webhook_deliveries').select('status').execute()).map(
    ({ status }) => status,
  );

test('several processes send each event once', async () => {
  await subscribeWithLeads((response) => setTimeout(() => response.writeHead(200).end(), 20));
  await Promise.all([processOf()(), processOf()(), processOf()()]);
  expect(receiver.events).toHaveLength(LEADS);
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(LEADS);
  expect(new Set(await statuses())).toEqual(new Set(['sent']));
});

test('a process that is killed at any statement loses no event, and others send its attempts after the lease', async () => {
  let isWhole = false;
  for (let statements = 0; !isWhole; statements += 1) {
    await subscribeWithLeads();
    isWhole = await processOf(killedAfter(world.server.db, statements))().then(
      () => true,
      () => false,
    );
    await processOf()();
    world.server.advance(LEASE_S);
    await processOf()();
    const ids = receiver.events.map(({ id }) => id);
    expect(new Set(ids).size, `killed at statement ${statements}`).toBe(LEADS);
    // A process sends at most four events at once.
    expect(ids.length).toBeLessThanOrEqual(LEADS + 4);
    expect(new Set(await statuses())).toEqual(new Set(['sent']));
    receiver.close();
    await world.server.db.deleteFrom('webhooks').execute();
  }
});

test('a process whose lease expired does not change the result of another one', async () => {
  await subscribeWithLeads();
  const { db, now } = world.server;
  const { organization_id, id: webhook_id } = await db
    .selectFrom('webhooks')
    .selectAll()
    .executeTakeFirstOrThrow();
  const slow = await deliveriesRepo(db).take({ organization_id, webhook_id }, now());
  if (slow === undefined) throw new Error('no delivery is due');
  world.server.advance(LEASE_S);
  await processOf()();
  expect(new Set(await statuses())).toEqual(new Set(['sent']));
  const result = { status: 500, response: '', problem: 'Ответ 500.', durationMs: 1 };
  expect(await deliveriesRepo(db).finish(slow, 'failed', result)).toBe(false);
  expect(new Set(await statuses())).toEqual(new Set(['sent']));
});

test('a process that stops returns its attempt to the queue', async () => {
  await subscribeWithLeads(() => undefined);
  const stop = new AbortController();
  const secrets = createSecrets(TEST_SECRET);
  const { tasks } = createDelivery({ db: world.server.db, clock: world.server.now, sender, secrets });
  const running = (await tasks()).map(({ run }) => run(stop.signal));
  await expect.poll(() => receiver.events.length).toBeGreaterThan(0);
  stop.abort();
  await Promise.all(running);
  expect(new Set(await statuses())).toEqual(new Set(['waiting']));
});
