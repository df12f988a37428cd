import type { Accrual, Client, CreatedPartner, Lead, Payment } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payouts } from '../setup/payouts.ts';
import { api, approve, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;

let world: World;
beforeAll(async () => {
  world = await createWorld({ privateWebhooks: true, refreshTtl: 10 * 365 * DAY });
  const events = [
    ...['lead.created', 'lead.updated', 'sale.created', 'accrual.created', 'accrual.released'],
    ...['payment.paid', 'payment.failed', 'partner.applied', 'partner.updated'],
  ];
  ok(
    await world.boss.post(`${api}/webhooks/`, {
      url: 'http://127.0.0.1:1/',
      events,
      password: world.password,
    }),
  );
});
beforeEach(() => world.server.db.deleteFrom('webhook_events').execute());
afterAll(() => world.stop());

type Recorded = { type: string; timestamp: string; data: Record<string, unknown> };

/** The recorded events, oldest first. */
async function recorded(): Promise<Recorded[]> {
  const rows = await world.server.db.selectFrom('webhook_events').selectAll().orderBy('id').execute();
  return rows
    .map(({ payload }) => JSON.parse(payload))
    .sort((a, b) => a.timestamp.localeCompare(b.timestamp));
}
const typesOf = async () => (await recorded()).map(({ type }) => type).sort();

test('a lead records its creation and all its changes, as the API returns it', async () => {
  const { id } = await world.program();
  const lead = await world.lead(id);
  world.server.advance(1);
  const path = `${api}/leads/${lead.id}/`;
  const edited = ok<Lead>(await world.boss.patch(path, { version: lead.version, comment: 'Перезвонить' }));
  world.server.advance(1);
  const taken = ok<Lead>(
    await world.boss.post(`${path}transition/`, { version: edited.version, to: 'in_progress' }),
  );
  const events = await recorded();
  expect(events.map(({ type }) => type)).toEqual(['lead.created', 'lead.updated', 'lead.updated']);
  expect(events.map(({ data }) => data)).toEqual([lead, edited, taken]);
  const rows = await world.server.db
    .selectFrom('webhook_events')
    .select('sequence')
    .orderBy('sequence')
    .execute();
  expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test('a refused change records nothing', async () => {
  const { id } = await world.program();
  const lead = await world.lead(id);
  await world.server.db.deleteFrom('webhook_events').execute();
  const stale = { version: lead.version + 1, comment: 'Другой' };
  expect((await world.boss.patch(`${api}/leads/${lead.id}/`, stale)).status).toBe(409);
  expect(await recorded()).toEqual([]);
});

test('an application and the changes of a partner are recorded', async () => {
  const { card } = await world.partner();
  expect(await typesOf()).toEqual(['partner.updated']);
  const path = `${api}/partners/${card.id}/`;
  const current = ok<CreatedPartner>(await world.boss.get(path));
  world.server.advance(1);
  const edited = ok(await world.boss.patch(path, { version: current.version, note: 'Важный' }));
  world.server.advance(1);
  ok(await world.boss.post(`${path}block/`, { reason: 'Нарушил правила' }));
  const events = await recorded();
  expect(events.map(({ data }) => data['status'])).toEqual(['active', 'active', 'blocked']);
  expect(events[1]?.data).toEqual(edited);
});

test('a reward records its accrual and the end of its hold', async () => {
  const { id: program } = await world.program({ hold_days: 3, reward_event: 'deal_won' });
  const { card } = await world.partner();
  await world.enroll(program, card.id);
  const lead = await world.lead(program, { partner: card.id });
  await world.server.db.deleteFrom('webhook_events').execute();
  let { version } = lead;
  const move = async (to: string, more: object = {}) => {
    const body = { version, to, ...more };
    ({ version } = ok<Lead>(await world.boss.post(`${api}/leads/${lead.id}/transition/`, body)));
    world.server.advance(1);
  };
  await move('in_progress');
  await move('qualified');
  await move('won', { deal_amount_kop: 1_000_000 });
  expect(await typesOf()).toEqual([
    'accrual.created',
    'lead.updated',
    'lead.updated',
    'lead.updated',
    'sale.created',
  ]);
  const accrual = (await recorded()).find(({ type }) => type === 'accrual.created');
  expect(accrual?.data).toEqual(ok<Accrual>(await world.boss.get(`${api}/accruals/${accrual?.data['id']}/`)));
  await world.server.db.deleteFrom('webhook_events').execute();
  world.server.advance(3 * DAY);
  await world.server.releaseAllHolds();
  const released = await recorded();
  expect(released.map(({ type, data }) => [type, data['id'], data['status']])).toEqual([
    ['accrual.released', accrual?.data['id'], 'available'],
  ]);
});

test('a sale and its refund are recorded as new sales', async () => {
  const client = ok<Client>(
    await world.boss.post(`${api}/clients/`, { name: 'Клиент', phone: world.phone() }),
  );
  const sale = ok<{ id: string }>(
    await world.boss.post(`${api}/sales/`, { client: client.id, amount_kop: 50_000, paid_on: world.today() }),
  );
  world.server.advance(1);
  ok(
    await world.boss.post(`${api}/sales/${sale.id}/refund/`, { amount_kop: 10_000, paid_on: world.today() }),
  );
  const events = (await recorded()).filter(({ type }) => type === 'sale.created');
  expect(
    events.map(({ data }) => [data['amount_kop'], (data['refund_of'] as { id: string } | null)?.id]),
  ).toEqual([
    [50_000, undefined],
    [10_000, sale.id],
  ]);
});

test('a paid and a failed payment are recorded without requisites', async () => {
  const payout = payouts(world);
  const { id: partner } = await payout.payable(100_000);
  payout.ready();
  const { id } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
  const path = `${api}/payments/${id}/`;
  ok(await approve(world.boss, path));
  ok(await world.boss.post(`${path}process/`));
  await world.server.db.deleteFrom('webhook_events').execute();
  ok(await world.boss.post(`${path}mark-failed/`, { reason: 'Счет закрыт' }));
  world.server.advance(1);
  ok(await world.boss.post(`${path}retry/`));
  const day = { paid_on: world.today(), external_ref: 'ПП 1' };
  ok(await world.boss.post(`${path}mark-paid/`, day));
  const events = await recorded();
  expect(events.map(({ type, data }) => [type, data['id'], data['method']])).toEqual([
    ['payment.failed', id, null],
    ['payment.paid', id, null],
  ]);
  expect(ok<Payment>(await world.boss.get(path)).method).not.toBeNull();
});
