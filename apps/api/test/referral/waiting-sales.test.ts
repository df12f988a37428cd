import type { Client, EnteredSales, Lead, Page, Sale, WaitingSales } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseContactsOf } from '../../src/referrals/clients/waiting/erase-contacts.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ refreshTtl: 10 * 365 * DAY });
});
afterAll(() => world.stop());

const DAY = 24 * 60 * 60;
const WAITING = `${api}/waiting-sales/`;
const EVERY_SALE = {
  reward_event: 'deal_won',
  reward: { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' },
  hold_days: 0,
};

const sale = (buyer: object, more: object = {}) => ({
  buyer,
  amount_kop: 100_000,
  paid_on: world.today(),
  ...more,
});
const send = (...sales: object[]) => world.boss.post(`${api}/sales/bulk/`, { sales });
const report = async (buyer: object, more: object = {}) => {
  const [result] = ok<EnteredSales>(await send(sale(buyer, more))).results;
  if (result === undefined) throw new Error('no sale');
  return result;
};
const readWaiting = async () => ok<WaitingSales>(await world.boss.get(WAITING));
const isWaiting = async (id: string) => (await readWaiting()).results.some((row) => row.id === id);
const decide = (id: string, call: string, body: object) => world.boss.post(`${WAITING}${id}/${call}/`, body);
const createClient = async (fields: object = {}) =>
  ok<Client>(await world.boss.post(`${api}/clients/`, { name: 'ООО Клен', ...fields }));
const salesOf = async (client: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client}`)).results;
const win = async (lead: { id: string }) => {
  const move = async (to: string, more: object = {}) => {
    const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`));
    return ok<Lead>(await world.boss.post(`${api}/leads/${lead.id}/transition/`, { to, version, ...more }));
  };
  await move('in_progress');
  return move('won', { deal_amount_kop: 1_000_000 });
};

describe('a sale of an unknown buyer', () => {
  test('waits, and a sale of a known one is entered for the client', async () => {
    const phone = world.phone();
    const client = await createClient({ phone });
    const result = ok<EnteredSales>(
      await send(sale({ phone }), sale({ phone: world.phone(), name: 'Новый' })),
    );
    expect(result).toMatchObject({ waiting: 1, amount_kop: 100_000 });
    expect(result.results.map(({ number }) => number === null)).toEqual([false, true]);
    expect(await salesOf(client.id)).toHaveLength(1);
    expect(await isWaiting(result.results[1]?.id ?? '')).toBe(true);
  });

  test('names either a client or a buyer', async () => {
    expect((await send({ amount_kop: 100, paid_on: world.today() })).body).toEqual({
      'sales.0.client': ['Укажите либо клиента, либо его данные.'],
    });
    expect((await send(sale({}))).body).toEqual({
      'sales.0.buyer': ['Введите имя, телефон, почту, ИНН или номер клиента.'],
    });
  });

  test('is entered with its reward when a lead of this phone is won', async () => {
    const program = await world.program(EVERY_SALE);
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const lead = await world.lead(program.id, { partner: card.id });
    const { id } = await report({ phone: lead.phone });
    const won = await win(lead);
    expect(await isWaiting(id)).toBe(false);
    const sales = await salesOf(won.client?.id ?? '');
    expect(sales.map(({ amount_kop, reward_kop }) => [amount_kop, reward_kop])).toEqual([
      [100_000, 10_000],
      [1_000_000, 100_000],
    ]);
  });

  test('is entered when a client with this phone, e-mail, ИНН or id is created', async () => {
    const phone = world.phone();
    const buyers = [{ phone }, { email: 'Buyer@Clen.ru' }, { inn: '7707083893' }, { external_id: 'CRM-5' }];
    for (const buyer of buyers) await report(buyer);
    await report({ name: 'ООО Клен' });
    const client = await createClient({
      phone,
      email: 'buyer@clen.ru',
      inn: '7707083893',
      external_id: 'CRM-5',
    });
    expect(await salesOf(client.id)).toHaveLength(4);
  });

  test('is entered when the phone of a client is corrected', async () => {
    const phone = world.phone();
    const { id } = await report({ phone });
    const client = await createClient({ phone: world.phone() });
    ok(await world.boss.patch(`${api}/clients/${client.id}/`, { phone, version: client.version }));
    expect(await isWaiting(id)).toBe(false);
    expect(await salesOf(client.id)).toHaveLength(1);
  });

  test('is counted without its candidates', async () => {
    const { count } = await readWaiting();
    expect(ok(await world.boss.get(`${WAITING}count/`))).toEqual({ count });
    await report({ name: 'Кто-то' });
    expect(ok(await world.boss.get(`${WAITING}count/`))).toEqual({ count: count + 1 });
  });

  test('lists clients with the same contact and similar names', async () => {
    const email = 'same@kashtan.ru';
    const known = await createClient({ name: 'Каштан', email });
    const named = await createClient({ name: 'Сеть «Орешник»' });
    const { id } = await report({ name: 'ИП Орешник' });
    const [row] = (await readWaiting()).results.filter((one) => one.id === id);
    expect(row?.candidates).toEqual([
      { id: named.id, number: named.number, name: named.name, match: 'name' },
    ]);
    expect(known.email).toBe(email);
  });

  test('is entered manually for a client, once', async () => {
    const client = await createClient();
    const { id } = await report({ name: 'Кто-то' }, { external_id: 'W-1' });
    expect((await decide(id, 'match', { client: id })).body).toEqual({ client: ['Клиент не найден.'] });
    ok(await decide(id, 'match', { client: client.id }));
    expect(await salesOf(client.id)).toMatchObject([{ external_id: 'W-1', amount_kop: 100_000 }]);
    expect((await decide(id, 'match', { client: client.id })).status).toBe(404);
  });

  test('becomes a client with the other sales of this buyer', async () => {
    const phone = world.phone();
    const { id } = await report({ phone });
    await report({ phone });
    expect(ok(await decide(id, 'client', { name: 'Тополь' }))).toEqual({ entered: 2 });
    const [client] = ok<Page<Client>>(
      await world.boss.get(`${api}/clients/?search=${encodeURIComponent(phone)}`),
    ).results;
    expect(client).toMatchObject({ name: 'Тополь', phone, sales: 2, revenue_kop: 200_000 });
  });

  test('is rejected with a reason, and its number is free again', async () => {
    const { id } = await report({ name: 'Кто-то' }, { external_id: 'W-2' });
    expect((await decide(id, 'reject', {})).body).toHaveProperty('reason');
    ok(await decide(id, 'reject', { reason: 'Не наша продажа' }));
    expect(await isWaiting(id)).toBe(false);
    await report({ name: 'Кто-то' }, { external_id: 'W-2' });
  });

  test('waits for thirty days and is kept after that', async () => {
    const phone = world.phone();
    const { id } = await report({ phone });
    world.server.advance(30 * DAY - 60);
    await world.server.prune();
    expect(await isWaiting(id)).toBe(true);
    world.server.advance(120);
    await world.server.prune();
    expect(await isWaiting(id)).toBe(false);
    const client = await createClient({ phone });
    expect(await salesOf(client.id)).toEqual([]);
    const { status } = await world.server.db
      .selectFrom('waiting_sales')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('expired');
  });
});

describe('a waiting sale that may be the payment of a deal', () => {
  const scene = async (more: object = {}) => {
    const program = await world.program(EVERY_SALE);
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const lead = await world.lead(program.id, { partner: card.id });
    const { id } = await report({ phone: lead.phone }, { amount_kop: 1_000_000, ...more });
    const won = await win(lead);
    return { id, client: won.client?.id ?? '' };
  };
  const read = async (id: string) => (await readWaiting()).results.find((row) => row.id === id);
  const daysAgo = (days: number) =>
    new Date(world.server.now().getTime() - days * DAY * 1000).toISOString().slice(0, 10);

  test('is not entered with the deal, and names it', async () => {
    const { id, client } = await scene({ external_id: 'D-1' });
    const [deal] = await salesOf(client);
    expect(await salesOf(client)).toHaveLength(1);
    expect((await read(id))?.same_payment).toMatchObject({ id: deal?.id, number: deal?.number });
    expect((await decide(id, 'merge', { sale: client })).body).toHaveProperty('sale');
    expect(ok(await decide(id, 'merge', { sale: deal?.id }))).toEqual({ entered: 0 });
    expect(await salesOf(client)).toMatchObject([{ id: deal?.id, external_id: 'D-1', reward_kop: 100_000 }]);
    expect(await isWaiting(id)).toBe(false);
    expect((await send({ client, amount_kop: 100, paid_on: world.today(), external_id: 'D-1' })).status).toBe(
      400,
    );
  });

  test('is entered as another sale on request', async () => {
    const { id, client } = await scene();
    ok(await decide(id, 'match', { client }));
    expect(await salesOf(client)).toHaveLength(2);
  });

  test.each([
    ['with another amount', () => ({ amount_kop: 1_000_001 }), 2],
    ['of a day four days apart', () => ({ paid_on: daysAgo(4) }), 2],
    ['of a day three days apart', () => ({ paid_on: daysAgo(3) }), 1],
  ])('differs from one %s', async (_, more, entered) => {
    const { client } = await scene(more());
    expect(await salesOf(client)).toHaveLength(entered);
  });

  test('is entered when a second one was merged with the deal', async () => {
    const { id, client } = await scene();
    const { phone } = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
    const [deal] = await salesOf(client);
    const waiting = await report({ email: 'second@clen.ru' }, { amount_kop: 1_000_000 });
    ok(await decide(id, 'merge', { sale: deal?.id }));
    const { version } = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
    ok(await world.boss.patch(`${api}/clients/${client}/`, { phone, email: 'second@clen.ru', version }));
    expect(await isWaiting(waiting.id)).toBe(false);
    expect(await salesOf(client)).toHaveLength(2);
  });
});

describe('the contacts of a decided sale', () => {
  const read = (id: string) =>
    world.server.db
      .selectFrom('waiting_sales')
      .select(['status', 'name', 'phone', 'email', 'inn', 'client_external_id', 'comment', 'amount_kop'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const ERASED = { name: '', phone: null, email: '', inn: '', client_external_id: null, comment: '' };
  const buyer = () => ({ name: 'Кто-то', phone: world.phone(), email: 'who@clen.ru' });

  test('are erased thirty days after the decision', async () => {
    const [rejected, waiting] = [await report(buyer(), { comment: 'Звонить Анне' }), await report(buyer())];
    ok(await decide(rejected.id, 'reject', { reason: 'Не наша' }));
    world.server.advance(20 * DAY);
    const later = await report(buyer());
    world.server.advance(10 * DAY - 60);
    await world.server.prune();
    expect(await read(rejected.id)).toMatchObject({ name: 'Кто-то', comment: 'Звонить Анне' });
    world.server.advance(120);
    await world.server.prune();
    expect(await read(rejected.id)).toEqual({ ...ERASED, status: 'rejected', amount_kop: 100_000 });
    expect(await read(waiting.id)).toMatchObject({ status: 'expired', name: 'Кто-то' });
    expect(await read(later.id)).toMatchObject({ status: 'waiting', name: 'Кто-то' });
  });

  test('are erased with the personal data of the client, and of a rejected sale', async () => {
    const [matched, rejected, waiting] = [
      await report(buyer()),
      await report(buyer()),
      await report(buyer()),
    ];
    const client = await createClient();
    ok(await decide(matched.id, 'match', { client: client.id }));
    ok(await decide(rejected.id, 'reject', { reason: 'Не наша' }));
    const erase = (id: string) => eraseContactsOf(world.server.db, id, world.server.now);
    expect([await erase(client.id), await erase(rejected.id), await erase(waiting.id)]).toEqual([
      1,
      1,
      undefined,
    ]);
    expect(await read(matched.id)).toMatchObject({ ...ERASED, status: 'matched' });
    expect(await read(rejected.id)).toMatchObject({ ...ERASED, status: 'rejected' });
    expect(await read(waiting.id)).toMatchObject({ name: 'Кто-то' });
    expect(await erase(client.id)).toBe(0);
  });
});

describe('the number of a sale', () => {
  test('is unique among sales and waiting sales', async () => {
    const client = await createClient();
    const taken = { 'sales.0.external_id': ['Продажа с этим номером уже есть.'] };
    const known = { client: client.id, amount_kop: 100, paid_on: world.today() };
    await report({ name: 'Кто-то' }, { external_id: 'N-1' });
    expect((await send({ ...known, external_id: 'N-1' })).body).toEqual(taken);
    ok(await send({ ...known, external_id: 'N-2' }));
    expect((await send(sale({ name: 'Кто-то' }, { external_id: 'N-2' }))).body).toEqual(taken);
  });

  test('is taken once by two channels at once', async () => {
    const client = await createClient();
    const known = { client: client.id, amount_kop: 100, paid_on: world.today(), external_id: 'N-3' };
    const answers = await Promise.all([
      world.boss.post(`${api}/sales/`, known),
      send(sale({ name: 'Кто-то' }, { external_id: 'N-3' })),
      send(known),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  });
});
