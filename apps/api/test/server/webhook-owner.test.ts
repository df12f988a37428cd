import type { WebhookDelivery, WebhookWithSecret } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { useWebhooks } from '../setup/webhook-fixture.ts';
import { isSignedWith, type Receiver, respondWith, startReceiver } from '../setup/webhook-receiver.ts';
import { api, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;

let world: World;
let program: string;
let receiver: Receiver;
const { subscribe, get, log, edit } = useWebhooks({
  onStart(...started) {
    [world, program] = started;
  },
  onSubscribe(created) {
    receiver = created;
  },
});

describe('a rotation', () => {
  test('lets both secrets sign for a day, and then only the new one', async () => {
    const { id, secret: first } = await subscribe(['lead.created']);
    const rotated = ok<WebhookWithSecret>(await world.boss.post(`${api}/webhooks/${id}/rotate/`));
    expect(rotated.previous_secret_until).toBe(
      new Date(world.server.now().getTime() + DAY * 1000).toISOString(),
    );
    const last = async () => {
      await world.lead(program);
      await world.server.deliverWebhooks();
      const event = receiver.events.at(-1);
      if (event === undefined) throw new Error('no event came');
      return event;
    };
    const both = await last();
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([first, rotated.secret].map((secret) => isSignedWith(secret, both))).toEqual([true, true]);
    world.server.advance(DAY);
    const one = await last();
    expect([first, rotated.secret].map((secret) => isSignedWith(secret, one))).toEqual([false, true]);
    expect((await get(id)).previous_secret_until).toBeNull();
  });

  test('repairs a webhook whose secret cannot be decrypted', async () => {
    const { id } = await subscribe(['lead.created']);
    await world.server.db.updateTable('webhooks').set({ secret: 'damaged' }).where('id', '=', id).execute();
    await world.lead(program);
    await world.server.deliverWebhooks();
    expect(receiver.events).toEqual([]);
    expect((await get(id)).is_unreadable).toBe(true);
    const { secret } = ok<WebhookWithSecret>(await world.boss.post(`${api}/webhooks/${id}/rotate/`));
    world.server.advance(31);
    await world.server.deliverWebhooks();
    expect(receiver.events.map((event) => isSignedWith(secret, event))).toEqual([true]);
  });
});

describe('an owner', () => {
  test('tests a webhook and reads the result at once, also while it is off', async () => {
    const { id } = await subscribe(['lead.created'], (response) => response.writeHead(418).end('teapot'));
    ok(await world.boss.patch(`${api}/webhooks/${id}/`, { is_on: false }));
    const result = ok<WebhookDelivery>(await world.boss.post(`${api}/webhooks/${id}/test/`));
    expect(result).toMatchObject({ type: 'webhook.test', status: 'failed', response: 'teapot', attempts: 1 });
    receiver.respond = respondWith(200);
    expect(ok(await world.boss.post(`${api}/webhooks/${id}/test/`))).toMatchObject({ status: 'sent' });
    world.server.advance(DAY);
    await world.server.deliverWebhooks();
    expect(receiver.types()).toEqual(['webhook.test', 'webhook.test']);
  });

  test('sends a delivered event again, which delays no other event', async () => {
    const { id } = await subscribe(['lead.created', 'lead.updated']);
    const lead = await world.lead(program);
    await world.server.deliverWebhooks();
    const [delivery] = await log(id);
    receiver.respond = (response, _, { type }) =>
      response.writeHead(type === 'lead.created' ? 500 : 200).end();
    const path = `${api}/webhook-deliveries/${delivery?.id}/resend/`;
    expect(ok(await world.boss.post(path))).toMatchObject({ status: 'waiting', attempts: 0 });
    expect(await world.boss.post(path)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    await world.server.deliverWebhooks();
    await edit(lead, 'Новый');
    await world.server.deliverWebhooks();
    expect(receiver.types()).toEqual(['lead.created', 'lead.created', 'lead.updated']);
    expect(receiver.events[0]?.id).toBe(receiver.events[1]?.id);
  });

  test('turns a webhook off and on: its queue waits and then is sent to the new URL', async () => {
    const { id } = await subscribe(['lead.created'], respondWith(500));
    await world.lead(program);
    await world.server.deliverWebhooks();
    ok(await world.boss.patch(`${api}/webhooks/${id}/`, { is_on: false }));
    world.server.advance(DAY);
    await world.server.deliverWebhooks();
    expect(receiver.events).toHaveLength(1);
    const moved = await startReceiver();
    ok(
      await world.boss.patch(`${api}/webhooks/${id}/`, {
        is_on: true,
        url: moved.url,
        password: world.password,
      }),
    );
    await world.server.deliverWebhooks();
    moved.close();
    expect(moved.types()).toEqual(['lead.created']);
  });

  test('creates at most ten webhooks', async () => {
    await subscribe(['lead.created']);
    const create = () =>
      world.boss.post(`${api}/webhooks/`, {
        url: receiver.url,
        events: ['lead.created'],
        password: world.password,
      });
    const responses = await Promise.all(Array.from({ length: 10 }, create));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(201), 409]);
  });

  test('reads all changes in the journal, without secrets', async () => {
    world.server.advance(1);
    const { id, secret } = await subscribe(['lead.created']);
    world.server.advance(1);
    await world.boss.patch(`${api}/webhooks/${id}/`, { events: ['payment.paid'] });
    world.server.advance(1);
    await world.boss.post(`${api}/webhooks/${id}/rotate/`);
    world.server.advance(1);
    await world.boss.delete(`${api}/webhooks/${id}/`);
    const response = ok<{ results: { title: string; changes: unknown[] }[] }>(
      await world.boss.get(`${api}/journal/?kind=organization`),
    );
    expect(response.results.slice(0, 4).map(({ title }) => title)).toEqual([
      'Вебхук удален',
      'Секрет вебхука заменен',
      'Вебхук изменен',
      'Вебхук создан',
    ]);
    expect(response.results[2]?.changes).toEqual([
      { field: 'События', before: 'Новый лид', after: 'Выплата выполнена' },
    ]);
    expect(JSON.stringify(response)).not.toContain(secret);
    expect(await world.boss.delete(`${api}/webhooks/${id}/`)).toMatchObject({ status: 404 });
  });
});
