import type {
  Client,
  Conversion,
  EnteredSales,
  OrganizationTask,
  OutsideEvent,
  Page,
  Sale,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseBodiesOf } from '../../src/integrations/inbox/erase-bodies.ts';
import { createImporter } from '../setup/imports.ts';
import { insertFailedEvent } from '../setup/outside-events.ts';
import { api, type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const EVENTS = `${api}/outside-events/`;
const CONVERSIONS = '/api/public/conversions/';

let world: World;
let key: Caller;
beforeAll(async () => {
  world = await createWorld({ refreshTtl: 10 * 365 * DAY });
  key = createCaller(world.server, (await world.apiKey(['leads:write', 'sales:write'], world.boss)).secret);
});
beforeEach(async () => {
  await world.server.resetLimits();
  await world.server.db.deleteFrom('outside_events').execute();
});
afterAll(() => world.stop());

const events = async (query = '') =>
  ok<Page<OutsideEvent>>(await world.boss.get(`${EVENTS}${query}`)).results;
let sent = 0;
const sale = <Buyer extends object>(buyer: Buyer, more: object = {}) => {
  sent += 1;
  return { buyer, amount_kop: 100_000, paid_on: world.today(), external_id: `order-${sent}`, ...more };
};
const send = (...sales: object[]) => key.post(`${api}/sales/bulk/`, { sales });
const createClient = async (phone: string) =>
  ok<Client>(await world.boss.post(`${api}/clients/`, { name: 'ООО Клен', phone }));
const salesOf = async (client: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client}`)).results;

describe('a sale of an API key', () => {
  test('is an applied event, and one of an unknown client waits with its sale', async () => {
    const phone = world.phone();
    const client = await createClient(phone);
    const known = sale({ phone });
    const unknown = sale({ phone: world.phone() });
    const { results } = ok<EnteredSales>(await send(known, unknown));
    expect(await events('?state=applied')).toMatchObject([
      {
        channel: 'api',
        kind: 'sale',
        external_id: known.external_id,
        cause: '',
        sale: { id: results[0]?.id, number: results[0]?.number, client: client.id },
        waits_for_client: false,
        can_retry: false,
        can_reject: false,
      },
    ]);
    expect(await events('?state=unmatched')).toMatchObject([
      {
        external_id: unknown.external_id,
        cause: 'Клиент пока неизвестен.',
        sale: null,
        waits_for_client: true,
      },
    ]);
    ok(
      await world.boss.patch(`${api}/clients/${client.id}/`, {
        phone: unknown.buyer.phone,
        version: client.version,
      }),
    );
    expect(await events('?state=unmatched')).toEqual([]);
    const [event] = await events(`?search=${unknown.external_id}`);
    expect(event).toMatchObject({ state: 'applied', sale: { client: client.id } });
  });

  test('that a user enters is no event', async () => {
    ok(await world.boss.post(`${api}/sales/bulk/`, { sales: [sale({ phone: world.phone() })] }));
    expect(await events()).toEqual([]);
  });

  test('is entered once: the same content gets the same answer, other content is refused and noted', async () => {
    const phone = world.phone();
    const client = await createClient(phone);
    const [one, other] = [sale({ phone }), sale({ phone: world.phone() })];
    const { results } = ok<EnteredSales>(await send(one, other));
    const more = sale({ phone });
    const again = ok<EnteredSales>(await send(other, more, one));
    expect(again.results).toEqual([results[1], expect.anything(), results[0]]);
    expect(again).toMatchObject({ waiting: 1, amount_kop: 200_000 });
    expect(await salesOf(client.id)).toHaveLength(2);
    expect(await send(sale({ phone }), { ...one, amount_kop: 1 })).toMatchObject({
      status: 400,
      body: { 'sales.1.external_id': ['Продажа с этим номером уже есть.'] },
    });
    expect(await salesOf(client.id)).toHaveLength(2);
    const [event] = await events(`?search=${one.external_id}`);
    expect(event).toMatchObject({ state: 'applied', conflicted_at: world.server.now().toISOString() });
  });

  test('of a known client, and its refund, are entered once', async () => {
    const client = await createClient(world.phone());
    const body = { client: client.id, amount_kop: 5000, paid_on: world.today(), external_id: 'single' };
    const made = ok<Sale>(await key.post(`${api}/sales/`, body));
    expect(ok<Sale>(await key.post(`${api}/sales/`, body)).id).toBe(made.id);
    expect((await key.post(`${api}/sales/`, { ...body, amount_kop: 6000 })).status).toBe(400);
    const refund = { amount_kop: 1000, paid_on: world.today() };
    ok(await key.post(`${api}/sales/${made.id}/refund/`, refund, { 'idempotency-key': 'refund-1' }));
    ok(await key.post(`${api}/sales/${made.id}/refund/`, refund, { 'idempotency-key': 'refund-1' }));
    expect(await events('?kind=refund')).toMatchObject([
      { channel: 'api', external_id: null, state: 'applied', sale: { client: client.id } },
    ]);
    expect(await salesOf(client.id)).toHaveLength(2);
  });

  test('that was rejected while it waited may be sent again', async () => {
    const unknown = sale({ phone: world.phone() });
    const [waiting] = ok<EnteredSales>(await send(unknown)).results;
    ok(await world.boss.post(`${api}/waiting-sales/${waiting?.id}/reject/`, { reason: 'Не наша продажа' }));
    expect(await events()).toMatchObject([
      { state: 'ignored', cause: 'Не наша продажа', waits_for_client: false },
    ]);
    const [again] = ok<EnteredSales>(await send(unknown)).results;
    expect(again?.id).not.toBe(waiting?.id);
    expect(await events()).toMatchObject([{ state: 'unmatched' }]);
    world.server.advance(30 * DAY);
    await world.server.prune();
    expect(await events()).toMatchObject([{ state: 'ignored', cause: 'Клиент не нашелся за 30 дней.' }]);
  });
});

describe('an imported sale', () => {
  test('is an event as well, with its refund, and is known to the other channels', async () => {
    const phone = world.phone();
    const client = await createClient(phone);
    const importer = createImporter(world);
    const lines = [
      'Номер продажи;Сумма;Дата оплаты;Телефон клиента;Возврат по продаже',
      `file-1;1000;21.11.2026;${phone};`,
      `file-2;1000;21.11.2026;${world.phone()};`,
      'file-3;100;22.11.2026;;file-1',
      `file-4;много;21.11.2026;${phone};`,
    ];
    world.server.setClock(new Date('2026-11-23T09:00:00Z'));
    await importer.load('sales', lines);
    const found = await events('?channel=import');
    expect(new Set(found.map(({ kind, external_id, state }) => `${kind} ${external_id} ${state}`))).toEqual(
      new Set(['sale file-1 applied', 'sale file-2 unmatched', 'refund file-3 applied']),
    );
    expect(found.find(({ external_id }) => external_id === 'file-1')).toMatchObject({
      occurred_at: '2026-11-20T21:00:00.000Z',
      sale: { client: client.id },
    });
    const same = sale({ phone }, { external_id: 'file-1', amount_kop: 5 });
    expect((await send(same)).status).toBe(400);
    expect(await events('?search=file-1')).toMatchObject([
      { channel: 'import', conflicted_at: expect.any(String) },
    ]);
    await importer.load('sales', lines);
    expect(await events()).toHaveLength(3);
    expect(await salesOf(client.id)).toHaveLength(2);
  });

  test('can be sent again after an undo of the import', async () => {
    const phone = world.phone();
    await createClient(phone);
    const importer = createImporter(world);
    const reported = sale({ phone });
    const { id } = await importer.load('sales', [
      'Номер продажи;Сумма;Дата оплаты;Телефон клиента',
      `${reported.external_id};1000;${reported.paid_on};${phone}`,
    ]);
    const [imported] = ok<EnteredSales>(await send(reported)).results;
    expect(await importer.undo(id)).toMatchObject({ state: 'undone' });
    expect(await events()).toMatchObject([{ state: 'ignored', cause: 'Загрузка из файла отменена' }]);
    const [again] = ok<EnteredSales>(await send(reported)).results;
    expect(again?.id).not.toBe(imported?.id);
    expect(await events()).toMatchObject([{ channel: 'api', state: 'applied', sale: { id: again?.id } }]);
  });
});

describe('a conversion', () => {
  const convert = (body: object) => key.post(CONVERSIONS, { name: 'Иван', phone: world.phone(), ...body });

  test('is an event with its lead, and a repeat with other data is noted', async () => {
    const program = (await world.program()).id;
    const body = { external_id: 'form-1', program, phone: world.phone() };
    const { lead } = ok<Conversion>(await convert(body));
    expect(await events()).toMatchObject([
      {
        channel: 'own_site',
        kind: 'conversion',
        external_id: 'form-1',
        state: 'applied',
        lead: { id: lead?.id },
      },
    ]);
    expect(ok<Conversion>(await convert(body))).toMatchObject({
      is_repeat: true,
      detail: 'Эта заявка уже принята.',
    });
    expect(await events()).toMatchObject([{ conflicted_at: null }]);
    const changed = ok<Conversion>(await convert({ ...body, email: 'other@example.ru' }));
    expect(changed.detail).toBe('Эта заявка уже принята с другими данными. Новые данные не сохранены.');
    expect(await events()).toMatchObject([{ conflicted_at: expect.any(String) }]);
    world.server.advance(60);
    expect((await convert({ ...body, phone: world.phone() })).status).toBe(409);
    expect(await events()).toMatchObject([{ conflicted_at: world.server.now().toISOString() }]);
  });

  test('that created nothing is ignored until it is sent with a program', async () => {
    ok(await convert({ external_id: 'form-2' }));
    expect(await events()).toMatchObject([
      {
        state: 'ignored',
        cause: 'Подходящего перехода нет, и программа не указана: лид не создан.',
        lead: null,
      },
    ]);
    ok(await convert({ external_id: 'form-2', program: (await world.program()).id }));
    expect(await events()).toMatchObject([{ state: 'applied', cause: '', conflicted_at: null }]);
  });
});

describe('a failed event', () => {
  const tasks = async (by = world.boss) =>
    ok<{ results: OrganizationTask[] }>(await by.get('/api/home/tasks/')).results.filter(
      ({ kind }) => kind === 'outside_events_failed',
    );

  test('is a task of owners until it is retried or rejected, with an entry in the journal', async () => {
    const id = await insertFailedEvent(world, world.boss);
    const later = await insertFailedEvent(world, world.boss, { next_attempt_at: world.server.now() });
    expect(await tasks()).toEqual([{ kind: 'outside_events_failed', count: 1 }]);
    expect(await tasks(await world.employee('manager'))).toEqual([]);
    expect(ok<OutsideEvent>(await world.boss.get(`${EVENTS}${id}/`))).toMatchObject({
      can_retry: true,
      can_reject: true,
    });
    expect(ok<OutsideEvent>(await world.boss.post(`${EVENTS}${id}/retry/`))).toMatchObject({
      state: 'received',
      attempts: 0,
      can_retry: false,
    });
    expect(await tasks()).toEqual([]);
    const reason = 'Такой сделки нет';
    for (const one of [id, later])
      expect(ok<OutsideEvent>(await world.boss.post(`${EVENTS}${one}/reject/`, { reason }))).toMatchObject({
        state: 'ignored',
        cause: reason,
        can_reject: false,
      });
    expect((await world.boss.post(`${EVENTS}${id}/reject/`, { reason })).status).toBe(409);
    const { results } = ok<Page<{ title: string }>>(
      await world.boss.get(`${api}/journal/?kind=outside_event&object=${id}`),
    );
    expect(results.map(({ title }) => title)).toEqual([
      'Событие отклонено',
      'Событие отправлено на обработку снова',
    ]);
  });

  test('belongs to its organization', async () => {
    const id = await insertFailedEvent(world, world.boss);
    const other = await world.organization();
    expect((await other.get(`${EVENTS}${id}/`)).status).toBe(404);
    expect((await other.post(`${EVENTS}${id}/retry/`)).status).toBe(404);
    expect(ok<Page<OutsideEvent>>(await other.get(EVENTS)).results).toEqual([]);
  });
});

describe('a body', () => {
  const bodies = async () =>
    (await world.server.db.selectFrom('outside_events').select(['body', 'body_hash', 'state']).execute()).map(
      ({ body, body_hash, state }) => [body !== null, body_hash !== '', state],
    );

  test('is not stored with an event that was applied at once', async () => {
    ok(await send(sale({ phone: world.phone() })));
    expect(await bodies()).toEqual([[false, true, 'unmatched']]);
  });

  test('is erased thirty days after the decision', async () => {
    const id = await insertFailedEvent(world, world.boss);
    ok(await world.boss.post(`${EVENTS}${id}/reject/`, { reason: 'Ошибка' }));
    world.server.advance(30 * DAY - 1);
    await world.server.prune();
    expect(await bodies()).toEqual([[true, true, 'ignored']]);
    world.server.advance(1);
    await world.server.prune();
    expect(await bodies()).toEqual([[false, true, 'ignored']]);
    expect((await world.boss.post(`${EVENTS}${id}/retry/`)).status).toBe(409);
  });

  test('that names a person is erased with the person, and its event is applied no more', async () => {
    const phone = world.phone();
    const client = await createClient(phone);
    await insertFailedEvent(world, world.boss, {
      body: JSON.stringify({ phone }),
      next_attempt_at: world.server.now(),
    });
    await insertFailedEvent(world, world.boss);
    ok(await send(sale({ phone })));
    expect(await eraseBodiesOf(world.server.db, client.id, world.server.now)).toBe(2);
    expect((await bodies()).toSorted()).toEqual(
      [
        [false, false, 'applied'],
        [false, false, 'ignored'],
        [true, true, 'failed'],
      ].toSorted(),
    );
    expect(await eraseBodiesOf(world.server.db, client.id, world.server.now)).toBeUndefined();
  });

  test('of an event without an answer in thirty days ends the waiting for its client', async () => {
    await insertFailedEvent(world, world.boss, { state: 'unmatched' });
    world.server.advance(30 * DAY);
    await world.server.prune();
    expect(await bodies()).toEqual([[true, true, 'ignored']]);
  });
});

test('repeated and shuffled sales of several calls are entered once', async () => {
  const phone = world.phone();
  const client = await createClient(phone);
  const sales = Array.from({ length: 60 }, () => sale({ phone }));
  const shuffled = [...sales, ...sales, ...sales].map((one, at) => ({ one, place: (at * 7919) % 180 }));
  shuffled.sort((one, other) => one.place - other.place);
  for (let from = 0; from < shuffled.length; from += 20) {
    const batch = new Set(shuffled.slice(from, from + 20).map(({ one }) => one));
    ok(await send(...batch));
  }
  const { count } = await world.server.db
    .selectFrom('sales')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('client_id', '=', client.id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(60);
  expect(await events('?state=applied&page_size=100')).toHaveLength(60);
});
