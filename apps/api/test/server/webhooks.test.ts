import type { Lead } from '@referral-dashboard/api-contract';
import { describe, expect, test, vi } from 'vitest';
import { useWebhooks } from '../setup/webhook-fixture.ts';
import { isSignedWith, type Receiver, respondWith } from '../setup/webhook-receiver.ts';
import { api, ok, type World } from '../setup/world.ts';

const [HOUR, DAY] = [60 * 60, 24 * 60 * 60];

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

describe('a new event', () => {
  test('reaches the webhook with a signature that the library accepts', async () => {
    const { secret, id } = await subscribe(['lead.created']);
    const lead = await world.lead(program);
    await world.server.deliverWebhooks();
    const [event] = receiver.events;
    if (event === undefined) throw new Error('no event came');
    expect(event.type).toBe('lead.created');
    expect(event.data).toEqual(ok(await world.boss.get(`${api}/leads/${lead.id}/`)));
    expect(Object.keys(JSON.parse(event.body))).toEqual(['type', 'timestamp', 'data']);
    expect(isSignedWith(secret, event)).toBe(true);
    expect(isSignedWith(secret, { ...event, body: event.body.replace('Иван', 'Олег') })).toBe(false);
    const [delivery] = await log(id);
    expect(delivery).toMatchObject({
      ...{ event_id: event.id, type: 'lead.created', status: 'sent', attempts: 1, problem: '' },
      ...{ response_status: 204, response: '', request: event.body, next_attempt_at: null },
    });
  });

  test('is not recorded without a webhook that is on and subscribes to it', async () => {
    const { id } = await subscribe(['payment.paid', 'lead.updated']);
    ok(await world.boss.patch(`${api}/webhooks/${id}/`, { is_on: false }));
    await edit(await world.lead(program), 'Другой');
    expect(await world.server.db.selectFrom('webhook_events').selectAll().execute()).toEqual([]);
  });

  test('does not reach the webhook of another organization', async () => {
    await subscribe(['lead.created']);
    const other = await world.organization();
    const { id } = await world.program({}, other);
    await world.lead(id, {}, other);
    await world.server.deliverWebhooks();
    expect(receiver.events).toEqual([]);
  });
});

describe('a failed attempt', () => {
  test('is repeated with the same id after a delay', async () => {
    const { id } = await subscribe(['lead.created'], (response, count) =>
      response.writeHead(count === 1 ? 503 : 200).end(count === 1 ? 'busy' : 'ok'),
    );
    await world.lead(program);
    await world.server.deliverWebhooks();
    await world.server.deliverWebhooks();
    expect(receiver.events).toHaveLength(1);
    const [failed] = await log(id, '&status=waiting');
    expect(failed).toMatchObject({
      attempts: 1,
      problem: 'Ответ 503.',
      response: 'busy',
      response_status: 503,
    });
    expect(await get(id)).toMatchObject({ state: 'on', waiting: 1, last_attempt: { is_delivered: false } });
    world.server.advance(5);
    await world.server.deliverWebhooks();
    expect(new Set(receiver.events.map((event) => event.id)).size).toBe(1);
    expect(await log(id, '&status=sent')).toMatchObject([{ attempts: 2, problem: '', response: 'ok' }]);
  });

  test('delays later events of its object, and only those', async () => {
    const { id } = await subscribe(['lead.created', 'lead.updated'], respondWith(500));
    const lead = await world.lead(program);
    await world.server.deliverWebhooks();
    await edit(await edit(lead, 'Первый'), 'Второй');
    const other = await world.lead(program);
    await world.server.deliverWebhooks();
    expect(receiver.events.map(({ data }) => (data as Lead).id)).toEqual([lead.id, other.id]);
    receiver.respond = respondWith(200);
    world.server.advance(60);
    await world.server.deliverWebhooks();
    const ofLead = receiver.events.filter(({ data }) => (data as Lead).id === lead.id);
    expect(ofLead.map(({ type, data }) => [type, (data as Lead).comment])).toEqual([
      ['lead.created', ''],
      ['lead.created', ''],
      ['lead.updated', 'Первый'],
      ['lead.updated', 'Второй'],
    ]);
    expect(await log(id, '&status=waiting')).toEqual([]);
  });

  test('repeated for three days marks the webhook as failing and notifies the owner once', async () => {
    const { id } = await subscribe(['lead.created'], respondWith(500));
    const firstFailure = world.server.now().toISOString();
    await world.lead(program);
    await world.lead(program);
    for (let hour = 0; hour < 80; hour += 0.5) {
      await world.server.deliverWebhooks();
      if (hour < 70) expect((await get(id)).state).toBe('on');
      world.server.advance(HOUR / 2);
    }
    expect(await log(id, '&status=failed')).toMatchObject([{ attempts: 11 }, { attempts: 11 }]);
    expect(await get(id)).toMatchObject({ state: 'failing', failing_since: firstFailure, waiting: 0 });
    const messages = await world.server.db
      .selectFrom('messages')
      .select(['title', 'body'])
      .where('event', '=', 'webhook_failing')
      .execute();
    expect(messages).toHaveLength(1);
    expect(messages[0]?.body).toContain('Ответ 500.');

    receiver.respond = respondWith(200);
    await world.lead(program);
    await world.server.deliverWebhooks();
    expect(await get(id)).toMatchObject({ state: 'on', failing_since: null });
  });
});

describe('a response', () => {
  test('after a redirect to a link-local address is a failure, and the redirect is not followed', async () => {
    const { id } = await subscribe(['lead.created'], (response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    await world.lead(program);
    await world.server.deliverWebhooks();
    expect(await log(id)).toMatchObject([
      { status: 'waiting', response_status: 302, problem: 'Ответ 302: перенаправления не выполняются.' },
    ]);
  });

  test('is read up to 64 kB and stored up to 2 kB', async () => {
    const { id } = await subscribe(['lead.created'], (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('й'.repeat(8192)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await world.lead(program);
    await world.server.deliverWebhooks();
    const [delivery] = await log(id);
    expect(delivery?.status).toBe('sent');
    expect(delivery?.response).toBe('й'.repeat(1024));
  });

  test('that does not come within ten seconds is a failure, and the webhook rests', async () => {
    const limit = new AbortController();
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const { id } = await subscribe(['lead.created'], () => {
      limit.abort();
      return undefined;
    });
    await world.lead(program);
    await world.server.deliverWebhooks();
    expect(limits.mock.calls).toEqual([[10_000]]);
    limits.mockRestore();
    expect(await log(id)).toMatchObject([{ problem: 'Нет ответа за 10 секунд.', response_status: null }]);
    await world.lead(program);
    await world.server.deliverWebhooks();
    expect(receiver.events).toHaveLength(1);
    receiver.respond = respondWith(200);
    world.server.advance(31);
    await world.server.deliverWebhooks();
    expect(await log(id, '&status=sent')).toHaveLength(2);
  });
});

test('events and their log are deleted after thirty days', async () => {
  const { id } = await subscribe(['lead.created']);
  await world.lead(program);
  await world.server.deliverWebhooks();
  world.server.advance(30 * DAY - 1);
  await world.server.prune();
  expect(await log(id)).toHaveLength(1);
  world.server.advance(1);
  await world.server.prune();
  expect(await log(id)).toEqual([]);
});
