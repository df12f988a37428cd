import { randomUUID } from 'node:crypto';
import type { Client, EnteredSales, FoundClients, Page, Sale } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const EVERY_SALE = {
  reward_event: 'deal_won',
  reward: { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' },
  hold_days: 0,
};
const BULK = `${api}/sales/bulk/`;
const send = (sales: object[], key: string = randomUUID()) =>
  world.boss.post(BULK, { sales }, { 'idempotency-key': key });

/** A client that is attached to a partner of a program which rewards every sale. */
async function attached(fields: object = {}) {
  const program = await world.program(EVERY_SALE);
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  const client = await createClient(fields);
  await attach(client, program.id, card.id);
  return { program, card, client };
}
const createClient = async (fields: object = {}) =>
  ok<Client>(
    await world.boss.post(`${api}/clients/`, { name: 'ООО Ромашка', phone: world.phone(), ...fields }),
  );
const readClient = async (id: string) => ok<Client>(await world.boss.get(`${api}/clients/${id}/`));
const attach = async ({ id }: Client, program: string, partner: string) => {
  const { version } = await readClient(id);
  return ok<Client>(
    await world.boss.post(`${api}/clients/${id}/transfer/`, {
      program,
      partner,
      reason: 'Его клиент',
      version,
    }),
  );
};
const salesOf = async (id: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${id}`)).results;
const today = () => world.today();

describe('several sales', () => {
  test('are entered together, with their rewards', async () => {
    const [first, second] = [await attached(), await attached()];
    const result = ok<EnteredSales>(
      await send([
        {
          client: first.client.id,
          amount_kop: 1_000_000,
          paid_on: today(),
          product: 'Окна',
          external_id: 'A-1',
        },
        { client: second.client.id, amount_kop: 500_000, paid_on: today(), vat_kop: 100_000 },
        { client: first.client.id, amount_kop: 200_000, paid_on: today() },
      ]),
    );
    expect(result).toMatchObject({ amount_kop: 1_700_000, reward_kop: 170_000 });
    expect(result.results).toHaveLength(3);
    expect(
      (await salesOf(first.client.id)).map(({ amount_kop, reward_kop }) => [amount_kop, reward_kop]),
    ).toEqual([
      [200_000, 20_000],
      [1_000_000, 100_000],
    ]);
    expect(await readClient(second.client.id)).toMatchObject({ sales: 1, revenue_kop: 500_000 });
  });

  test('are all refused with the errors of each when one is wrong', async () => {
    const { client, program } = await attached();
    const other = await createClient();
    const sale = { client: client.id, amount_kop: 100_000, paid_on: today() };
    ok(await send([{ ...sale, external_id: 'B-1' }]));
    const { status, body } = await send([
      sale,
      { ...sale, paid_on: '2199-01-01' },
      { ...sale, external_id: 'B-1' },
      { ...sale, vat_kop: 100_000 },
      { ...sale, client: program.id },
      { ...sale, external_id: 'B-2' },
      { ...sale, external_id: 'B-2' },
      { ...sale, client: other.id, program: program.id },
    ]);
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        'sales.1.paid_on': ['Эта дата еще не наступила.'],
        'sales.2.external_id': ['Продажа с этим номером уже есть.'],
        'sales.3.vat_kop': ['НДС должен быть меньше суммы.'],
        'sales.4.client': ['Клиент не найден.'],
        'sales.6.external_id': ['Продажа с этим номером уже есть.'],
        'sales.7.program': ['На эту дату клиент не закреплен за партнером программы.'],
      },
    });
    expect(await salesOf(client.id)).toHaveLength(1);
  });

  test('are entered once for a repeated key', async () => {
    const { client } = await attached();
    const sales = [{ client: client.id, amount_kop: 100_000, paid_on: today() }];
    const answers = [await send(sales, 'again'), await send(sales, 'again')];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await salesOf(client.id)).toHaveLength(1);
  });

  test('are at least one and at most two hundred', async () => {
    const { client } = await attached();
    const sale = { client: client.id, amount_kop: 100, paid_on: today() };
    expect((await send([])).body).toEqual({ sales: ['Введите хотя бы одну продажу.'] });
    expect((await send(Array.from({ length: 201 }, () => sale))).body).toEqual({
      sales: ['Не больше 200 продаж.'],
    });
    const result = ok<EnteredSales>(await send(Array.from({ length: 200 }, () => sale)));
    expect(result).toMatchObject({ amount_kop: 20_000, reward_kop: 2_000 });
  });

  test('need the program of a client that several partners can earn from', async () => {
    const { client } = await attached();
    const other = await attached();
    await attach(client, other.program.id, other.card.id);
    const sale = { client: client.id, amount_kop: 100_000, paid_on: today() };
    expect((await send([sale])).body).toEqual({
      'sales.0.program': ['Выберите программу: клиент закреплен в нескольких.'],
    });
    expect(ok<EnteredSales>(await send([{ ...sale, program: other.program.id }])).reward_kop).toBe(10_000);
  });
});

describe('the client of a sale', () => {
  const find = async (...texts: string[]) =>
    ok<FoundClients>(await world.boss.post(`${api}/sales/clients/`, { texts })).results;

  test('is found by its number, phone, e-mail, ИНН, id or name', async () => {
    const phone = world.phone();
    const { client, program, card } = await attached({
      name: 'Сеть «Лютик»',
      phone,
      email: 'Buh@lutik.ru',
      inn: '7707083893',
      external_id: 'CRM/77',
    });
    const texts = [client.number, phone.replace('+7', '8 '), 'buh@LUTIK.ru', '7707083893', 'CRM/77', 'лютик'];
    const found = await find(...texts);
    expect(found.map(({ text }) => text)).toEqual(texts);
    for (const { clients } of found)
      expect(clients).toEqual([
        {
          id: client.id,
          number: client.number,
          name: 'Сеть «Лютик»',
          programs: [{ id: program.id, name: program.name, partner: card.name }],
        },
      ]);
  });

  test('with an equal name comes before clients whose names contain it', async () => {
    await createClient({ name: 'Василек плюс' });
    const exact = await createClient({ name: 'Василек' });
    const [byName] = await find('василек');
    expect(byName?.clients.map(({ id }) => id)).toEqual([exact.id]);
    const [byPart] = await find('васил');
    expect(byPart?.clients).toHaveLength(2);
    const [unknown] = await find('Незабудка');
    expect(unknown?.clients).toEqual([]);
  });
});
