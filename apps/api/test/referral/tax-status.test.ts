import type { JournalEntry, Page, Payment, TaxChecks, TaxStatus } from '@referral-dashboard/api-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../src/testing.ts';
import { createInn } from '../setup/inn.ts';
import { startTaxService, TAX_RESPONSES } from '../setup/tax-service.ts';
import { api, approve as approvePayment, createWorld, ok, type World } from '../setup/world.ts';

let taxResponse: keyof typeof TAX_RESPONSES;
let service: Awaited<ReturnType<typeof startTaxService>>;
let world: World;
beforeEach(async () => {
  taxResponse = 'payer';
  service = await startTaxService(() => TAX_RESPONSES[taxResponse]);
  world = await createWorld({ taxService: { statusUrl: service.url } });
});
afterEach(async () => {
  await world.stop();
  await service.stop();
});

let made = 0;
const selfEmployed = async (more: object = {}) => {
  made += 1;
  const { card } = await world.partner({ kind: 'self_employed', inn: createInn(made), ...more });
  return card;
};
const statusOf = async (id: string) =>
  ok<TaxStatus>(await world.boss.get(`${api}/partners/${id}/tax-status/`));
const ask = async (id: string) => world.boss.post(`${api}/partners/${id}/tax-status/`);
const progress = async () => ok<TaxChecks>(await world.boss.get(`${api}/tax-status/`));

/** Creates a draft payment to a partner with a payout method. */
async function draft(partner: string) {
  const { boss, server } = world;
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await boss.post(`${api}/partners/${partner}/payout-methods/`, account));
  const bonus = { partner, kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  ok(await boss.post(`${api}/accruals/`, bonus));
  server.advance(25 * 60 * 60);
  return ok<Payment>(await boss.post(`${api}/payments/`, { partner }));
}
const approve = ({ id }: Payment) => approvePayment(world.boss, `${api}/payments/${id}/`);
const change = async (id: string, patch: object) => {
  const { version } = ok<{ version: number }>(await world.boss.get(`${api}/partners/${id}/`));
  return world.boss.patch(`${api}/partners/${id}/`, { version, ...patch });
};
const blockersOf = async (payment: Payment) => {
  const { status, body } = await approve(payment);
  if (status === 200) return [];
  return (body as { blockers: { code: string }[] }).blockers.map(({ code }) => code);
};

describe('a tax status', () => {
  test('is requested in the background and stored with the date in Moscow', async () => {
    const { id, inn } = await selfEmployed();
    // This is 01:30 of the next day in Moscow.
    world.server.setClock(new Date('2026-12-31T22:30:00Z'));
    expect(ok<TaxStatus>(await ask(id))).toMatchObject({ status: null, is_waiting: true });
    expect(service.asked).toEqual([]);
    await world.server.askTaxService();
    expect(service.asked).toEqual([
      { path: '/api/v1/tracker/taxpayer_status', body: { inn, requestDate: '2027-01-01' } },
    ]);
    expect(await statusOf(id)).toMatchObject({
      status: 'active',
      checked_on: '2027-01-01',
      is_waiting: false,
      year: 2027,
      limit_kop: 240_000_000,
    });
  });

  test('blocks a payment with a reason when it is lost, and is recorded in the journal', async () => {
    const { id } = await selfEmployed();
    const payment = await draft(id);
    taxResponse = 'stranger';
    ok(await ask(id));
    await world.server.askTaxService();
    expect(await blockersOf(payment)).toEqual(['tax_status_lost']);
    const [entry] = ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?object=${id}`)).results;
    expect(entry).toMatchObject({
      actor: null,
      title: 'Статус самозанятого проверен',
      changes: [{ field: 'Статус самозанятого', before: null, after: 'Не платит НПД' }],
    });
    taxResponse = 'payer';
    ok(await ask(id));
    world.server.advance(60);
    await world.server.askTaxService();
    expect(await blockersOf(payment)).toEqual([]);
  });

  test('is reset when the INN changes', async () => {
    const { id } = await selfEmployed();
    const payment = await draft(id);
    taxResponse = 'stranger';
    ok(await ask(id));
    await world.server.askTaxService();
    ok(await change(id, { inn: createInn(900_000) }));
    expect(await statusOf(id)).toMatchObject({ status: null, checked_on: null });
    expect(await blockersOf(payment)).toEqual([]);
  });

  test.each(['unavailable', 'broken'] as const)(
    'is requested five times when the service is %s, and then blocks no payment',
    async (outage) => {
      const { id } = await selfEmployed();
      const payment = await draft(id);
      taxResponse = outage;
      ok(await ask(id));
      for (let attempts = 0; (await statusOf(id)).is_waiting && attempts < 9; attempts += 1) {
        await world.server.askTaxService();
        world.server.advance(3600);
      }
      expect(service.asked).toHaveLength(5);
      expect(await statusOf(id)).toMatchObject({
        status: null,
        is_waiting: false,
        problem: 'Сервис налоговой не отвечает.',
      });
      expect(await progress()).toMatchObject({ total: 1, failed: 1 });
      expect(await blockersOf(payment)).toEqual([]);
    },
  );

  test('is not requested again for an INN that the service refuses', async () => {
    const { id } = await selfEmployed();
    taxResponse = 'invalid';
    ok(await ask(id));
    await world.server.askTaxService();
    expect(await statusOf(id)).toMatchObject({ problem: 'Налоговая не приняла ИНН.', is_waiting: false });
  });

  test('is not requested on a server without a tax service, and the reason is shown', async () => {
    const { id } = await selfEmployed();
    const otherServer = await startTestServer({
      database: { db: world.server.db, drop: async () => {} },
      people: [],
    });
    ok(await ask(id));
    await otherServer.askTaxService();
    await otherServer.stop();
    expect(await statusOf(id)).toMatchObject({
      is_waiting: false,
      problem: 'Проверка статуса не подключена на этом сервере.',
    });
  });
});

describe('the queue of tax status requests', () => {
  test('sends one request in 30 seconds for all organizations and shows its progress', async () => {
    // The requests must be on one day.
    world.server.setClock(new Date('2026-12-31T09:00:00Z'));
    for (let count = 0; count < 5; count += 1) await selfEmployed();
    expect(ok<TaxChecks>(await world.boss.post(`${api}/tax-status/`))).toEqual({
      is_asked: true,
      total: 5,
      done: 0,
      failed: 0,
      waiting: 5,
    });
    const other = await startTestServer({
      database: { db: world.server.db, drop: async () => {} },
      people: [],
      frozenClock: true,
      taxService: { statusUrl: service.url },
    });
    other.setClock(world.server.now());
    await Promise.all([world.server.askTaxService(), other.askTaxService()]);
    expect(await progress()).toMatchObject({ total: 5, done: 1, waiting: 4 });
    world.server.advance(29);
    await world.server.askTaxService();
    expect(service.asked).toHaveLength(1);
    world.server.advance(2);
    await world.server.askTaxService();
    expect(service.asked).toHaveLength(2);
    for (let round = 3; round > 0; round -= 1) {
      world.server.advance(31);
      await world.server.askTaxService();
    }
    expect(await progress()).toMatchObject({ total: 5, done: 5, waiting: 0 });
    expect(new Set(service.asked.map(({ body }) => body['inn'])).size).toBe(5);
    await other.stop();
    // A status received today is not requested again.
    expect(ok<TaxChecks>(await world.boss.post(`${api}/tax-status/`))).toMatchObject({ waiting: 0 });
  });

  test('pauses when the service reports too many requests', async () => {
    const { id } = await selfEmployed();
    taxResponse = 'limited';
    ok(await ask(id));
    await world.server.askTaxService();
    expect(await statusOf(id)).toMatchObject({ is_waiting: true, problem: '' });
    taxResponse = 'payer';
    world.server.advance(61);
    await world.server.askTaxService();
    expect(await statusOf(id)).toMatchObject({ status: 'active' });
  });

  test('repeats requests of a server that has stopped', async () => {
    const { id } = await selfEmployed();
    ok(await ask(id));
    const { db, now } = world.server;
    const lease = '00000000-0000-7000-8000-000000000001';
    const lostLease = { lease, status: 'taken', leased_until: new Date(now().getTime() + 180_000) } as const;
    await db.updateTable('tax_checks').set(lostLease).where('partner_id', '=', id).execute();
    await world.server.askTaxService();
    expect(service.asked).toEqual([]);
    world.server.advance(181);
    await world.server.askTaxService();
    expect(await statusOf(id)).toMatchObject({ status: 'active' });
  });
});

describe('a self-employed partner', () => {
  test('cannot be paid without an INN, with an agency, commission or mandate contract, and during employment by the organization', async () => {
    const { id } = await selfEmployed({ inn: '' });
    const payment = await draft(id);
    expect(await blockersOf(payment)).toEqual(['no_inn']);
    ok(await change(id, { inn: createInn(800_000) }));
    for (const contract_kind of ['agency', 'commission', 'mandate']) {
      ok(await change(id, { contract_kind }));
      expect(await blockersOf(payment)).toEqual(['contract_kind']);
    }
    ok(await change(id, { contract_kind: 'services', employment: 'current' }));
    expect(await blockersOf(payment)).toEqual(['employer']);
  });

  test('cannot be paid for exactly two years after the employment ends', async () => {
    const { id } = await selfEmployed();
    const payment = await draft(id);
    ok(await change(id, { employment: 'former', employed_until: '2029-03-15' }));
    // The evening of 14 March in UTC is 15 March in Moscow.
    world.server.setClock(new Date('2031-03-14T20:59:00Z'));
    expect(await blockersOf(payment)).toEqual(['employer']);
    world.server.setClock(new Date('2031-03-14T21:01:00Z'));
    expect(await blockersOf(payment)).toEqual([]);
  });

  test('can have an end date of employment only as a former employee', async () => {
    const { id } = await selfEmployed();
    expect((await change(id, { employment: 'current', employed_until: '2029-03-15' })).status).toBe(400);
    ok(await change(id, { employment: 'former', employed_until: '2029-03-15' }));
    expect(ok(await change(id, { employment: 'none' }))).toMatchObject({ employed_until: null });
  });
});

test('partners of other types need no tax status', async () => {
  const { card } = await world.partner({ kind: 'ip', inn: createInn(700_000), contract_kind: 'agency' });
  expect(await blockersOf(await draft(card.id))).toEqual([]);
  expect((await ask(card.id)).status).toBe(409);
});
