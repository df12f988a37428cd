import type {
  Client,
  ClientForPartner,
  ClientHistory,
  Lead,
  Page,
  Sale,
  SaleForPartner,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const ON_WON = { reward_event: 'deal_won', reward: { kind: 'percent', percent_bps: 1000 }, hold_days: 0 };
const DEAL = { deal_amount_kop: 5_000_000 };

/** Creates a program with two partners. */
async function scene() {
  const program = await world.program(ON_WON);
  const [first, second] = [await world.partner(), await world.partner()];
  await world.enroll(program.id, first.card.id);
  await world.enroll(program.id, second.card.id);
  return { program, first, second };
}

const readLead = async (id: string) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
const move = async (id: string, to: string, more: object = {}) => {
  const { version } = await readLead(id);
  return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
};
/** Creates a lead and makes it a deal. With `phone`, it is the lead of a known client after the duplicate window. */
async function win(
  program: string,
  { phone, ...more }: { phone?: string; [field: string]: unknown } = {},
  deal: object = DEAL,
) {
  const lead = await world.lead(program, more);
  if (phone !== undefined)
    await world.server.db
      .updateTable('leads')
      .set({ phone, holds_phone: false })
      .where('id', '=', lead.id)
      .execute();
  await move(lead.id, 'in_progress', { reason_comment: 'Не дубль' });
  await move(lead.id, 'won', deal);
  return { id: lead.id, phone: phone ?? lead.phone };
}

const list = async (query = '', by: Caller = world.boss) =>
  ok<Page<Client>>(await by.get(`${api}/clients/${query}`)).results;
const findByPhone = async (phone: string) =>
  (await list(`?search=${encodeURIComponent(phone)}`))[0] as Client;
const read = async (id: string) => ok<Client>(await world.boss.get(`${api}/clients/${id}/`));
const salesOf = async (id: string, by: Caller = world.boss) =>
  ok<Page<Sale>>(await by.get(`${api}/sales/?client=${id}`)).results;
const historyOf = async (id: string) =>
  ok<ClientHistory>(await world.boss.get(`${api}/clients/${id}/history/`)).results;

describe('a lead that becomes a deal', () => {
  test('creates a client, attaches it to the partner and adds its sale', async () => {
    const { program, first } = await scene();
    const { id, phone } = await win(program.id, { partner: first.card.id, email: 'Anna@Example.ru' });
    const client = await findByPhone(phone);
    const { number, client: ofLead } = await readLead(id);
    expect(ofLead).toEqual({ id: client.id, number: client.number });
    expect(client).toMatchObject({
      phone,
      email: 'Anna@Example.ru',
      sales: 1,
      revenue_kop: 5_000_000,
      reward_kop: 500_000,
      version: 1,
    });
    expect(client.number).toMatch(/^К-\d+$/);
    expect(client.attachments).toMatchObject([
      {
        partner: { id: first.card.id },
        program: { id: program.id },
        lead: { id, number },
        cause: 'lead',
        ends_at: null,
        closed_at: null,
        reward: { kind: 'percent', percent_bps: 1000, applies_to: 'first_sale' },
        reward_event: 'deal_won',
      },
    ]);
    const [sale] = await salesOf(client.id);
    expect(sale).toMatchObject({
      client: { id: client.id, name: client.name },
      partner: { id: first.card.id },
      lead: { id, number },
      amount_kop: 5_000_000,
      refunded_kop: 0,
      reward_kop: 500_000,
      source: 'manual',
      canceled_at: null,
    });
    expect(sale?.paid_on).toBe(client.last_sale_on);
    expect((await historyOf(client.id)).map(({ kind }) => kind)).toEqual(['create', 'attach', 'sale']);
  });

  test('without a partner creates a client and a sale without an attachment', async () => {
    const { program } = await scene();
    const { phone } = await win(program.id);
    const client = await findByPhone(phone);
    expect(client.attachments).toEqual([]);
    const [sale] = await salesOf(client.id);
    expect(sale).toMatchObject({ partner: null, program: { id: program.id }, reward_kop: 0 });
  });

  test('without an amount creates a sale without an amount', async () => {
    const program = await world.program({ ...ON_WON, reward: { kind: 'fixed', fixed_kop: 10_000 } });
    const { phone } = await win(program.id, {}, {});
    const client = await findByPhone(phone);
    expect(client).toMatchObject({ sales: 1, revenue_kop: 0 });
    const [sale] = await salesOf(client.id);
    expect(sale?.amount_kop).toBeNull();
  });

  test('finds its client by the phone, then by the e-mail', async () => {
    const { program, first } = await scene();
    const { phone } = await win(program.id, { partner: first.card.id, email: 'Same@example.ru' });
    const other = await world.program(ON_WON);
    await win(other.id, { phone });
    await win(other.id, { email: 'same@EXAMPLE.ru' });
    const client = await findByPhone(phone);
    expect(client).toMatchObject({ sales: 3, revenue_kop: 15_000_000 });
  });

  test('closes the open attachment of the same program, which opens again when the deal is lost', async () => {
    const { program, first, second } = await scene();
    const { phone } = await win(program.id, { partner: first.card.id });
    const { id } = await win(program.id, { partner: second.card.id, phone });
    const client = await findByPhone(phone);
    expect(client.attachments).toMatchObject([
      { partner: { id: second.card.id }, closed_at: null },
      { partner: { id: first.card.id }, closed_at: expect.any(String) },
    ]);
    const { number } = await readLead(id);
    expect(client.attachments[1]?.close_reason).toBe(`Новая сделка клиента: лид ${number}`);
    await move(id, 'lost', { reason_code: 'refused' });
    expect((await readLead(id)).client).toBeNull();
    expect((await read(client.id)).attachments).toMatchObject([
      { partner: { id: first.card.id }, closed_at: null, close_reason: '' },
      { partner: { id: second.card.id }, close_reason: `Лид ${number} больше не сделка` },
    ]);
  });
});

describe('a deal', () => {
  test('cancels its sale when it is lost, and the same sale counts again when it is won again', async () => {
    const { program, first } = await scene();
    const { id, phone } = await win(program.id, { partner: first.card.id });
    const client = await findByPhone(phone);
    const [before] = await salesOf(client.id);
    await move(id, 'lost', { reason_code: 'refused' });
    expect(await read(client.id)).toMatchObject({ sales: 0, revenue_kop: 0, last_sale_on: null });
    expect(await salesOf(client.id)).toMatchObject([
      { id: before?.id, reward_kop: 0, canceled_at: expect.any(String) },
    ]);
    await move(id, 'in_progress', { reason_comment: 'Передумал' });
    await move(id, 'won', { deal_amount_kop: 7_000_000 });
    expect(await read(client.id)).toMatchObject({ sales: 1, revenue_kop: 7_000_000 });
    const sales = await salesOf(client.id);
    expect(sales).toMatchObject([{ id: before?.id, amount_kop: 7_000_000, canceled_at: null }]);
    const { attachments } = await read(client.id);
    expect(attachments).toMatchObject([{ lead: { id }, closed_at: null }]);
    const kinds = (await historyOf(client.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['create', 'attach', 'sale', 'detach', 'sale-cancel', 'attach', 'sale-restore']);
  });

  test('does not take its client from the partner that the client was transferred to while it was lost', async () => {
    const { program, first, second } = await scene();
    const { id, phone } = await win(program.id, { partner: first.card.id });
    const client = await findByPhone(phone);
    await move(id, 'lost', { reason_code: 'refused' });
    world.server.advance(60);
    const transfer = { program: program.id, partner: second.card.id, reason: 'Сменил менеджера' };
    const { version } = await read(client.id);
    ok(await world.boss.post(`${api}/clients/${client.id}/transfer/`, { ...transfer, version }));
    await move(id, 'in_progress', { reason_comment: 'Передумал' });
    await move(id, 'won', DEAL);
    expect((await read(client.id)).attachments).toMatchObject([
      { partner: { id: second.card.id }, closed_at: null },
      { partner: { id: first.card.id }, closed_at: expect.any(String) },
    ]);
    expect(await salesOf(client.id)).toMatchObject([{ partner: { id: first.card.id }, canceled_at: null }]);
  });

  test('has no client any more after its transition is undone', async () => {
    const { program, first } = await scene();
    const { id, phone } = await win(program.id, { partner: first.card.id });
    const { version } = await readLead(id);
    ok(await world.boss.post(`${api}/leads/undo-transition/`, { leads: [{ id, version }] }));
    const client = await findByPhone(phone);
    expect(client).toMatchObject({ sales: 0, attachments: [{ closed_at: expect.any(String) }] });
  });

  test('changes the amount of its sale with its own', async () => {
    const { program, first } = await scene();
    const { id, phone } = await win(program.id, { partner: first.card.id });
    const { version } = await readLead(id);
    ok(await world.boss.patch(`${api}/leads/${id}/`, { deal_amount_kop: 4_000_000, version }));
    const client = await findByPhone(phone);
    expect(client).toMatchObject({ revenue_kop: 4_000_000, reward_kop: 400_000 });
    expect((await historyOf(client.id)).at(-1)).toMatchObject({ kind: 'sale-update', amount_kop: 4_000_000 });
  });

  test('attaches its client to the partner that it is transferred to; the sale stays with the former one', async () => {
    const { program, first, second } = await scene();
    const { id, phone } = await win(program.id, { partner: first.card.id });
    const { version } = await readLead(id);
    const transfer = { partner: second.card.id, reason: 'Привел другой', version };
    ok(await world.boss.post(`${api}/leads/${id}/transfer/`, transfer));
    const client = await findByPhone(phone);
    expect(client.attachments).toMatchObject([
      { partner: { id: second.card.id }, cause: 'transfer', closed_at: null },
      { partner: { id: first.card.id }, close_reason: 'Привел другой' },
    ]);
    expect(await salesOf(client.id)).toMatchObject([{ partner: { id: first.card.id }, reward_kop: 500_000 }]);
    expect((await historyOf(client.id)).at(-1)).toMatchObject({
      kind: 'transfer',
      comment: 'Привел другой',
      transfer: { from: first.card.name, to: second.card.name },
    });
    const own = ok<Page<ClientForPartner>>(await second.caller.get(`${api}/clients/`)).results;
    expect(own).toMatchObject([{ id: client.id, sales: 0, revenue_kop: 0, reward_kop: 0 }]);
    const former = ok<Page<ClientForPartner>>(await first.caller.get(`${api}/clients/`)).results;
    expect(former).toMatchObject([
      { id: client.id, sales: 1, reward_kop: 500_000, closed_at: expect.any(String) },
    ]);
  });

  test('without a partner attaches its client to its first partner, who gets the sale too', async () => {
    const { program, first } = await scene();
    const { id, phone } = await win(program.id);
    const { version } = await readLead(id);
    const transfer = { partner: first.card.id, reason: 'Нашли партнера', version };
    ok(await world.boss.post(`${api}/leads/${id}/transfer/`, transfer));
    const client = await findByPhone(phone);
    expect(client.attachments).toMatchObject([{ partner: { id: first.card.id }, cause: 'lead' }]);
    expect(await salesOf(client.id)).toMatchObject([{ partner: { id: first.card.id }, reward_kop: 500_000 }]);
  });
});

describe('a client that is entered without a lead', () => {
  test('is created with its contacts and found by its number, INN and id in another system', async () => {
    const phone = world.phone();
    const contacts = { name: 'ООО «Ёлка»', phone, email: '', inn: '7707083893', external_id: `crm-${phone}` };
    const created = ok<Client>(await world.boss.post(`${api}/clients/`, contacts));
    expect(created).toMatchObject({ ...contacts, sales: 0, attachments: [], last_sale_on: null });
    for (const text of ['елка', created.number, '7707083893', `CRM-${phone}`])
      expect((await list(`?search=${encodeURIComponent(text)}`)).map(({ id }) => id)).toContain(created.id);
  });

  test('may have a name only', async () => {
    const { id } = ok<Client>(await world.boss.post(`${api}/clients/`, { name: 'Без телефона' }));
    expect(await read(id)).toMatchObject({ phone: null, email: '', inn: '', external_id: null });
  });

  test('is refused with the phone or the id of another client', async () => {
    const contacts = { name: 'Первый', phone: world.phone(), external_id: `x-${world.phone()}` };
    ok(await world.boss.post(`${api}/clients/`, contacts));
    const samePhone = await world.boss.post(`${api}/clients/`, { name: 'Второй', phone: contacts.phone });
    expect(samePhone).toMatchObject({ status: 400, body: { phone: ['Клиент с этим телефоном уже есть.'] } });
    const sameId = await world.boss.post(`${api}/clients/`, {
      name: 'Второй',
      external_id: contacts.external_id,
    });
    expect(sameId).toMatchObject({ status: 400, body: { external_id: ['Клиент с этим номером уже есть.'] } });
  });

  test('is found by a later deal', async () => {
    const { program } = await scene();
    const phone = world.phone();
    const { id } = ok<Client>(await world.boss.post(`${api}/clients/`, { name: 'Известный', phone }));
    await win(program.id, { phone });
    expect(await read(id)).toMatchObject({ name: 'Известный', sales: 1 });
  });
});

test('contacts of a client are changed with the version that the user saw', async () => {
  const { id } = ok<Client>(await world.boss.post(`${api}/clients/`, { name: 'Старое имя' }));
  const phone = world.phone();
  const changed = await world.boss.patch(`${api}/clients/${id}/`, { name: 'Новое имя', phone, version: 1 });
  expect(ok<Client>(changed)).toMatchObject({ name: 'Новое имя', phone, version: 2 });
  expect((await findByPhone(phone)).id).toBe(id);
  const outdated = await world.boss.patch(`${api}/clients/${id}/`, { name: 'Еще одно', version: 1 });
  expect(outdated).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect((await historyOf(id)).at(-1)).toMatchObject({ kind: 'update', changed: ['name', 'phone'] });
});

test('clients are filtered by program and partner of the open attachment, and sorted by the last sale', async () => {
  const { program, first, second } = await scene();
  const one = await win(program.id, { partner: first.card.id });
  world.server.advance(2 * 24 * 60 * 60);
  const two = await win(program.id, { partner: second.card.id });
  const ids = async (query: string) => (await list(query)).map(({ phone }) => phone);
  expect(await ids(`?partner=${first.card.id}`)).toEqual([one.phone]);
  expect(await ids(`?program=${program.id}`)).toEqual([two.phone, one.phone]);
  expect(await ids(`?program=${program.id}&ordering=last_sale`)).toEqual([one.phone, two.phone]);
  const sales = async (query: string) =>
    ok<Page<Sale>>(await world.boss.get(`${api}/sales/?program=${program.id}${query}`)).results.map(
      ({ id }) => id,
    );
  const [latest, earliest] = await sales('');
  expect(await sales('&ordering=paid_on')).toEqual([earliest, latest]);
  expect(await sales(`&partner=${second.card.id}`)).toEqual([latest]);
  const { last_sale_on } = await findByPhone(two.phone);
  expect(await sales(`&from=${last_sale_on}&to=${last_sale_on}`)).toEqual([latest]);
});

test('a partner sees the own clients with masked contacts, without notes of the organization', async () => {
  const { program, first, second } = await scene();
  const { phone } = await win(program.id, { partner: first.card.id, email: 'secret@example.ru' });
  const { id } = await findByPhone(phone);
  const own = ok<ClientForPartner>(await first.caller.get(`${api}/clients/${id}/`));
  expect(own).toMatchObject({
    program: { id: program.id },
    sales: 1,
    revenue_kop: 5_000_000,
    reward_kop: 500_000,
    reward: { kind: 'percent', percent_bps: 1000 },
  });
  expect(own.phone).toMatch(/^\+7 \d{3} \*\*\*-\*\*-\d\d$/);
  expect(JSON.stringify(own)).not.toContain('secret@example.ru');
  expect((await second.caller.get(`${api}/clients/${id}/`)).status).toBe(404);
  expect(ok<Page<SaleForPartner>>(await second.caller.get(`${api}/sales/`)).results).toEqual([]);
  const sales = ok<Page<SaleForPartner>>(await first.caller.get(`${api}/sales/`)).results;
  expect(sales).toMatchObject([{ client: { id }, amount_kop: 5_000_000 }]);
  expect(sales[0]).not.toHaveProperty('comment');
  const byPhone = await first.caller.get(`${api}/clients/?search=${encodeURIComponent(phone)}`);
  expect(ok<Page<ClientForPartner>>(byPhone).results).toEqual([]);
});

test('a viewer reads clients without contacts and changes nothing', async () => {
  const viewer = await world.employee('viewer');
  const phone = world.phone();
  const { id } = ok<Client>(
    await world.boss.post(`${api}/clients/`, { name: 'Скрытый', phone, inn: '7707083893' }),
  );
  const shown = ok<Client>(await viewer.get(`${api}/clients/${id}/`));
  expect(shown).toMatchObject({ name: 'Скрытый', inn: '', email: '' });
  expect(shown.phone).not.toBe(phone);
  expect((await viewer.patch(`${api}/clients/${id}/`, { name: 'Другое', version: 1 })).status).toBe(403);
});
