import type { Client, Lead, Payment, SearchResults } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const NOTHING = { leads: [], clients: [], partners: [], payments: [], programs: [] };

let world: World;
let own: Caller;
let card: { id: string; phone: string };
let program: { id: string; name: string };
let lead: Lead;
let client: Client;
let payment: Payment;
beforeAll(async () => {
  world = await createWorld();
  program = await world.program({ name: 'Остекление балконов' });
  const partner = await world.partner({ last_name: 'Верещагин', inn: '500100732259', kind: 'self_employed' });
  own = partner.caller;
  card = partner.card;
  await world.enroll(program.id, card.id);
  lead = await world.lead(program.id, {
    partner: card.id,
    name: 'Пётр Остапенко',
    phone: '+79165550142',
    email: 'petr@example.ru',
  });
  client = ok<Client>(
    await world.boss.post(`${api}/clients/`, {
      name: 'Фёкла Окунева',
      phone: '+79165550177',
      inn: '7707083893',
    }),
  );
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  ok(await world.boss.post(`${api}/accruals/`, bonus));
  payment = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: card.id }));
});
afterAll(() => world.stop());

const ask = (caller: Caller, text: string) => caller.get(`${api}/search/?search=${encodeURIComponent(text)}`);
const find = async (caller: Caller, text: string) => ok<SearchResults>(await ask(caller, text));
const idsOf = async (caller: Caller, text: string) => {
  const results = await find(caller, text);
  return Object.fromEntries(Object.entries(results).map(([kind, rows]) => [kind, rows.map(({ id }) => id)]));
};

describe('an employee finds', () => {
  test.each([
    ['a lead by its name, ignoring case and «ё»', 'ПЕТР оста', () => ({ leads: [lead.id] })],
    ['a lead by its formatted phone', '8 (916) 555-01-42', () => ({ leads: [lead.id] })],
    ['a lead by the end of its phone', '555-01-42', () => ({ leads: [lead.id] })],
    ['a lead by its e-mail', 'petr@', () => ({ leads: [lead.id] })],
    ['a client by its name, ignoring case and «ё»', 'ФЕКЛА оку', () => ({ clients: [client.id] })],
    ['a client by its formatted phone', '8 (916) 555-01-77', () => ({ clients: [client.id] })],
    ['a client by its INN', '7707083893', () => ({ clients: [client.id] })],
    ['a partner by its name', 'вереща', () => ({ partners: [card.id] })],
    ['a partner by its INN', '500100732259', () => ({ partners: [card.id] })],
    ['a program by a part of its name', 'балкон', () => ({ programs: [program.id] })],
  ])('%s', async (_what, text, due) => {
    expect(await idsOf(world.boss, text)).toEqual({ ...NOTHING, ...due() });
  });

  test('a lead and a payment by their numbers, with the exact match first', async () => {
    const others = await Promise.all(
      Array.from({ length: 6 }, () => world.lead(program.id, { name: 'Сосед Л-1' })),
    );
    expect(others).toHaveLength(6);
    const { leads } = await find(world.boss, lead.number.toLowerCase());
    expect(leads).toHaveLength(5);
    expect(leads[0]).toEqual({
      id: lead.id,
      number: lead.number,
      name: lead.name,
      program: program.name,
      status: 'new',
    });
    expect((await find(world.boss, payment.number)).payments).toEqual([
      {
        id: payment.id,
        number: payment.number,
        partner: expect.stringContaining('Верещагин'),
        amount_kop: 200_000,
        status: 'draft',
      },
    ]);
  });

  test('a client by its number, with the exact match first', async () => {
    ok(await world.boss.post(`${api}/clients/`, { name: `Сосед ${client.number}` }));
    const { clients } = await find(world.boss, client.number.toLowerCase());
    expect(clients).toHaveLength(2);
    expect(clients[0]).toEqual({ id: client.id, number: client.number, name: 'Фёкла Окунева' });
  });

  test('the newest five of many matches', async () => {
    const ids = [];
    for (let index = 0; index < 7; index += 1) {
      world.server.advance(60);
      ids.push((await world.lead(program.id, { name: `Однофамилец ${index}` })).id);
    }
    expect((await idsOf(world.boss, 'однофамилец'))['leads']).toEqual(ids.slice(-5).reverse());
  });
});

test('a partner finds own rows by visible fields and cannot guess contacts', async () => {
  const { leads, partners } = await find(own, 'остапенко');
  expect(leads.map(({ id }) => id)).toEqual([lead.id]);
  expect(partners).toEqual([]);
  expect(await find(own, 'вереща')).toEqual(NOTHING);
  expect((await idsOf(own, payment.number))['payments']).toEqual([payment.id]);
  expect((await idsOf(own, 'остекл'))['programs']).toEqual([program.id]);
  for (const text of ['79165550142', '550142', 'petr@example'])
    expect((await find(own, text)).leads, text).toEqual([]);
  const { caller: stranger } = await world.partner();
  expect(await find(stranger, 'остапенко')).toEqual(NOTHING);
  expect(await find(stranger, payment.number)).toEqual(NOTHING);
});

test('a partner finds only clients that are attached to it, by name and number', async () => {
  expect(await find(own, 'окунева')).toEqual(NOTHING);
  const { version } = ok<Client>(await world.boss.get(`${api}/clients/${client.id}/`));
  const attachment = { program: program.id, partner: card.id, reason: 'Привел партнер', version };
  ok(await world.boss.post(`${api}/clients/${client.id}/transfer/`, attachment));
  for (const text of ['окунева', client.number])
    expect((await idsOf(own, text))['clients'], text).toEqual([client.id]);
  for (const text of ['9165550177', '7707083893']) expect((await find(own, text)).clients, text).toEqual([]);
});

test.each(['accountant', 'viewer'] as const)(
  'the position %s finds clients only by name and number',
  async (position) => {
    const caller = await world.employee(position);
    for (const text of ['окунева', client.number])
      expect((await idsOf(caller, text))['clients'], text).toContain(client.id);
    for (const text of ['9165550177', '7707083893'])
      expect((await find(caller, text)).clients, text).toEqual([]);
  },
);

test.each(['accountant', 'viewer'] as const)(
  'the position %s finds leads only by name and number',
  async (position) => {
    const caller = await world.employee(position);
    expect((await idsOf(caller, 'остапенко'))['leads']).toEqual([lead.id]);
    expect((await idsOf(caller, lead.number))['leads']).toContain(lead.id);
    for (const text of ['9165550142', 'petr@example'])
      expect((await find(caller, text)).leads, text).toEqual([]);
  },
);

test('a search finds nothing of another organization', async () => {
  const stranger = await world.organization();
  for (const text of [
    'остапенко',
    'окунева',
    client.number,
    'вереща',
    'остекл',
    '9165550142',
    lead.number,
    payment.number,
  ])
    expect(await find(stranger, text), text).toEqual(NOTHING);
});

test('a too short text is refused, and wildcard characters are searched literally', async () => {
  for (const text of ['', 'ив', '  ив  '])
    expect(await ask(world.boss, text)).toMatchObject({
      status: 400,
      body: { search: [expect.any(String)] },
    });
  for (const text of ['%%%', '___', '\\\\\\']) expect(await find(world.boss, text)).toEqual(NOTHING);
});
