import type { Client, Webhook, WebhookDelivery } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deliveriesRepo } from '../../src/integrations/webhooks/deliveries.repo.ts';
import { eraseEventsOf } from '../../src/integrations/webhooks/erase-events.ts';
import { type Receiver, startReceiver } from '../setup/webhook-receiver.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const NAME = 'Стираемый Петр';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true });
});
afterEach(async () => {
  receiver.close();
  await world.server.db.deleteFrom('webhooks').execute();
  await world.server.db.deleteFrom('webhook_events').execute();
});
afterAll(() => world.stop());

/** Creates a webhook whose receiver repeats the request in its response. */
async function subscribe(...events: string[]): Promise<Webhook> {
  receiver = await startReceiver((response, _, { body }) => response.writeHead(200).end(body));
  const { url } = receiver;
  return ok(await world.boss.post(`${api}/webhooks/`, { url, events, password: world.password }));
}
const log = async ({ id }: Webhook) =>
  ok<{ results: WebhookDelivery[] }>(
    await world.boss.get(`${api}/webhooks/${id}/deliveries/?ordering=created_at`),
  ).results;
const erase = (id: string) => eraseEventsOf(world.server.db, id, world.server.now);
const dataOf = ({ request }: WebhookDelivery) => JSON.parse(request).data;

async function createLead(name = NAME) {
  const { id } = await world.program();
  return world.lead(id, { name });
}

describe('the erasure of a person', () => {
  test('leaves only the id of a lead in its events, and nothing of the responses to them', async () => {
    const webhook = await subscribe('lead.created', 'lead.updated');
    const lead = await createLead();
    const other = await createLead('Другой Олег');
    ok(await world.boss.patch(`${api}/leads/${lead.id}/`, { version: lead.version, comment: 'Перезвонить' }));
    await world.server.deliverWebhooks();
    expect(JSON.stringify(await log(webhook)).split(NAME)).toHaveLength(1 + 4);

    expect(await erase(lead.id)).toBe(2);
    const deliveries = await log(webhook);
    expect(JSON.stringify(deliveries)).not.toContain(NAME);
    const ofLead = deliveries.filter((delivery) => dataOf(delivery).id === lead.id);
    expect(ofLead.map((delivery) => [delivery.response, dataOf(delivery)])).toEqual([
      ['', { id: lead.id }],
      ['', { id: lead.id }],
    ]);
    const kept = deliveries.find((delivery) => dataOf(delivery).id === other.id);
    expect(kept && dataOf(kept)).toMatchObject({ name: 'Другой Олег' });
    expect(await erase(lead.id)).toBe(0);
  });

  test('reaches the events of other objects that name the person', async () => {
    const webhook = await subscribe('sale.created');
    const client = ok<Client>(await world.boss.post(`${api}/clients/`, { name: NAME, phone: world.phone() }));
    const body = { client: client.id, amount_kop: 50_000, paid_on: world.today() };
    const sale = ok<{ id: string }>(await world.boss.post(`${api}/sales/`, body));
    expect((await log(webhook)).map(dataOf)).toMatchObject([{ client: { name: NAME } }]);
    expect(await erase(client.id)).toBe(1);
    expect((await log(webhook)).map(dataOf)).toEqual([{ id: sale.id }]);
  });

  test('reaches the events of a partner', async () => {
    const webhook = await subscribe('partner.updated');
    const { card } = await world.partner();
    const path = `${api}/partners/${card.id}/`;
    const { version } = ok<{ version: number }>(await world.boss.get(path));
    ok(await world.boss.patch(path, { version, first_name: NAME }));
    expect(JSON.stringify(await log(webhook))).toContain(NAME);
    await erase(card.id);
    expect(JSON.stringify(await log(webhook))).not.toContain(NAME);
  });

  test('changes the events in the queue, which are then sent with the id only', async () => {
    await subscribe('lead.created');
    const lead = await createLead();
    await erase(lead.id);
    await world.server.deliverWebhooks();
    expect(receiver.events.map(({ data }) => data)).toEqual([{ id: lead.id }]);
  });

  test('stores no response of an attempt that runs meanwhile', async () => {
    const webhook = await subscribe('lead.created');
    const lead = await createLead();
    const repo = deliveriesRepo(world.server.db);
    const now = world.server.now();
    const [due] = await repo.due([], now);
    const taken = due && (await repo.take(due, now));
    if (taken === undefined) throw new Error('no event is due');
    await erase(lead.id);
    const result = { status: 200, response: NAME, problem: '', durationMs: 1 };
    expect(await repo.finish(taken, 'sent', result)).toBe(false);
    expect(await log(webhook)).toMatchObject([{ status: 'waiting', response: '' }]);
  });

  test('finds nothing for an object without events', async () => {
    await subscribe('payment.paid');
    expect(await erase((await createLead()).id)).toBeUndefined();
  });
});
