import type {
  Accrual,
  Client,
  ClientHistory,
  Lead,
  Page,
  Payment,
  Sale,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const ON_WON = { reward_event: 'deal_won', reward: { kind: 'percent', percent_bps: 1000 }, hold_days: 0 };

/** Creates a program with two partners and a won lead of the first one. */
async function scene(deal_amount_kop = 1_000_000, terms: object = {}) {
  const program = await world.program({ ...ON_WON, ...terms });
  const [first, second] = [await world.partner(), await world.partner()];
  await world.enroll(program.id, first.card.id);
  await world.enroll(program.id, second.card.id);
  const lead = await world.lead(program.id, { partner: first.card.id });
  await move(lead.id, 'in_progress');
  await move(lead.id, 'won', { deal_amount_kop });
  const [sale] = ok<Page<Sale>>(await world.boss.get(`${api}/sales/?partner=${first.card.id}`)).results;
  if (sale === undefined) throw new Error('the deal has no sale');
  return { program, first, second, lead, sale, client: sale.client.id };
}

const readLead = async (id: string) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
const move = async (id: string, to: string, more: object = {}) => {
  const { version } = await readLead(id);
  return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
};
const refund = (id: string, amount_kop: number, by: Caller = world.boss) =>
  by.post(`${api}/sales/${id}/refund/`, { amount_kop, paid_on: world.today() });
const sell = (body: object) =>
  world.boss.post(`${api}/sales/`, { amount_kop: 200_000, paid_on: world.today(), ...body });
const readClient = async (id: string) => ok<Client>(await world.boss.get(`${api}/clients/${id}/`));
const salesOf = async (id: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${id}`)).results;
const accrualsOf = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`)).results;

describe('a refund', () => {
  test('lowers the reward by the same share and the revenue of the client', async () => {
    const { first, sale, client } = await scene();
    expect(ok<Sale>(await refund(sale.id, 250_000))).toMatchObject({
      refunded_kop: 250_000,
      reward_kop: 75_000,
    });
    expect(await accrualsOf(first.card.id)).toMatchObject([
      { amount_kop: 100_000 },
      {
        amount_kop: -25_000,
        explanation: expect.stringMatching(
          /^Возврат клиенту 2\s500,00\s₽: вознаграждение 750,00\s₽ вместо 1\s000,00\s₽$/,
        ),
      },
    ]);
    expect(await readClient(client)).toMatchObject({ sales: 1, revenue_kop: 750_000, reward_kop: 75_000 });
    expect(await salesOf(client)).toContainEqual(
      expect.objectContaining({ amount_kop: 250_000, refund_of: { id: sale.id, number: sale.number } }),
    );
    const { results } = ok<ClientHistory>(await world.boss.get(`${api}/clients/${client}/history/`));
    expect(results.at(-1)).toMatchObject({ kind: 'refund', sale: sale.number, amount_kop: 250_000 });
  });

  test('of an odd kopeck in three parts leaves nothing after the last one', async () => {
    const { sale } = await scene(1_000);
    const rewards: number[] = [];
    for (const part of [333, 333, 334]) rewards.push(ok<Sale>(await refund(sale.id, part)).reward_kop);
    expect(rewards).toEqual([67, 33, 0]);
  });

  test('of more than the rest of the amount is refused and names the rest', async () => {
    const { sale } = await scene();
    ok(await refund(sale.id, 900_000));
    const { status, body } = await refund(sale.id, 100_001);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/Можно вернуть не больше 1\s000,00\s₽\./u);
    ok(await refund(sale.id, 100_000));
    expect(await refund(sale.id, 1)).toMatchObject({
      body: { amount_kop: ['Продажа уже возвращена полностью.'] },
    });
  });

  test('after the payment becomes a debt of the partner', async () => {
    const { first, sale } = await scene(10_000_000);
    const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
    ok(await world.boss.post(`${api}/partners/${first.card.id}/payout-methods/`, account));
    // Changed requisites are not paid for a day.
    world.server.advance(2 * 24 * 60 * 60);
    const payment = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: first.card.id }));
    ok(await approve(world.boss, `${api}/payments/${payment.id}/`));
    ok(await refund(sale.id, 5_000_000));
    expect(await accrualsOf(first.card.id)).toMatchObject([
      { amount_kop: 1_000_000, status: 'reserved' },
      { amount_kop: -500_000, status: 'available', kind: 'correction' },
    ]);
  });

  test('keeps its share when the deal amount changes, which cannot be less than the refund', async () => {
    const { lead, sale } = await scene();
    ok(await refund(sale.id, 500_000));
    const { version } = await readLead(lead.id);
    const lower = await world.boss.patch(`${api}/leads/${lead.id}/`, { deal_amount_kop: 499_999, version });
    expect(lower.status).toBe(400);
    ok(await world.boss.patch(`${api}/leads/${lead.id}/`, { deal_amount_kop: 2_000_000, version }));
    expect((await readLead(lead.id)).reward?.amount_kop).toBe(150_000);
  });

  test('of a canceled sale is refused, and counts again when the lead is won again', async () => {
    const { lead, sale, client } = await scene();
    ok(await refund(sale.id, 400_000));
    await move(lead.id, 'lost', { reason_code: 'refused' });
    expect((await refund(sale.id, 1)).status).toBe(409);
    expect(await readClient(client)).toMatchObject({ sales: 0, revenue_kop: 0, reward_kop: 0 });
    await move(lead.id, 'in_progress', { reason_comment: 'Передумал' });
    await move(lead.id, 'won');
    expect(await readClient(client)).toMatchObject({ revenue_kop: 600_000, reward_kop: 60_000 });
  });

  test('is made once for one key', async () => {
    const { sale } = await scene();
    const body = { amount_kop: 300_000, paid_on: world.today() };
    const headers = { 'idempotency-key': `refund-${sale.id}` };
    for (const _ of [1, 2]) ok(await world.boss.post(`${api}/sales/${sale.id}/refund/`, body, headers));
    expect(await salesOf(sale.client.id)).toContainEqual(
      expect.objectContaining({ id: sale.id, refunded_kop: 300_000 }),
    );
  });

  test('of a refund, before the sale or in the future is refused', async () => {
    const { sale, client } = await scene();
    ok(await refund(sale.id, 100));
    const row = (await salesOf(client)).find(({ refund_of }) => refund_of !== null);
    expect((await refund(row?.id ?? '', 50)).status).toBe(409);
    for (const paid_on of ['2020-01-01', '2090-01-01'])
      expect(
        (await world.boss.post(`${api}/sales/${sale.id}/refund/`, { amount_kop: 1, paid_on })).status,
      ).toBe(400);
  });
});

describe('a sale that is entered for a client', () => {
  test('is credited to the partner of the open attachment', async () => {
    const { client, first, program } = await scene();
    const created = ok<Sale>(await sell({ client, comment: 'Второй месяц' }));
    expect(created).toMatchObject({
      partner: { id: first.card.id },
      program: { id: program.id },
      lead: null,
      amount_kop: 200_000,
      comment: 'Второй месяц',
      version: 1,
    });
    expect(await readClient(client)).toMatchObject({ sales: 2, revenue_kop: 1_200_000 });
  });

  test('before the attachment is credited to no partner', async () => {
    const { client } = await scene();
    expect(ok<Sale>(await sell({ client, paid_on: '2020-01-01' }))).toMatchObject({
      partner: null,
      program: null,
    });
  });

  test('needs a program when the client has open attachments in several', async () => {
    const { client, second } = await scene();
    const other = await world.program(ON_WON);
    await world.enroll(other.id, second.card.id);
    const { version } = await readClient(client);
    const transfer = { program: other.id, partner: second.card.id, reason: 'Купил и окна', version };
    ok(await world.boss.post(`${api}/clients/${client}/transfer/`, transfer));
    const unclear = await sell({ client });
    expect(unclear.body).toEqual({ program: ['Выберите программу: клиент закреплен в нескольких.'] });
    expect(ok<Sale>(await sell({ client, program: other.id }))).toMatchObject({
      partner: { id: second.card.id },
    });
  });

  test('is refused with the number of another sale, a future day and a tax above the amount', async () => {
    const { client } = await scene();
    const external_id = `order-${client}`;
    ok(await sell({ client, external_id }));
    expect((await sell({ client, external_id })).body).toEqual({
      external_id: ['Продажа с этим номером уже есть.'],
    });
    expect((await sell({ client, paid_on: '2090-01-01' })).body).toEqual({
      paid_on: ['Эта дата еще не наступила.'],
    });
    expect((await sell({ client, vat_kop: 200_000 })).body).toEqual({
      vat_kop: ['НДС должен быть меньше суммы.'],
    });
  });

  test('is credited to the partner of its new day, which is not after its first refund', async () => {
    const { program, first, second, client } = await scene();
    const day = world.today();
    world.server.advance(3 * 24 * 60 * 60);
    const { version } = await readClient(client);
    const transfer = { program: program.id, partner: second.card.id, reason: 'Сменил менеджера', version };
    ok(await world.boss.post(`${api}/clients/${client}/transfer/`, transfer));
    const { id } = ok<Sale>(await sell({ client }));
    const patch = (paid_on: string, version: number) =>
      world.boss.patch(`${api}/sales/${id}/`, { paid_on, version });
    const moved = ok<Sale>(await patch(day, 1));
    expect(moved).toMatchObject({ paid_on: day, partner: { id: first.card.id } });
    expect((await patch('2020-01-01', moved.version)).body).toEqual({
      paid_on: ['На эту дату клиент не закреплен за партнером программы.'],
    });
    const refunded = ok<Sale>(
      await world.boss.post(`${api}/sales/${id}/refund/`, { amount_kop: 100, paid_on: day }),
    );
    expect((await patch(world.today(), refunded.version)).body).toEqual({
      paid_on: ['Оплата не бывает позже возврата.'],
    });
  });

  test('and its refund show their comments to employees who read contacts, and the journal holds none', async () => {
    const { client } = await scene();
    const { id } = ok<Sale>(
      await sell({ client, comment: 'Звонил Петр', external_id: `secret-order-${client}` }),
    );
    const returned = { amount_kop: 100, paid_on: world.today(), comment: 'Вернул Олег' };
    ok(await world.boss.post(`${api}/sales/${id}/refund/`, returned));
    const history = (by: Caller) => by.get(`${api}/clients/${client}/history/`);
    expect(ok<ClientHistory>(await history(world.boss)).results.at(-1)).toMatchObject({
      kind: 'refund',
      comment: 'Вернул Олег',
    });
    const viewer = await world.employee('viewer');
    const shown = [await history(viewer), await viewer.get(`${api}/sales/?client=${client}`)];
    expect(JSON.stringify(shown.map(ok))).not.toMatch(/Звонил|Вернул|secret-order/u);
    const entries = await world.server.db
      .selectFrom('audit_entries')
      .select('diff')
      .where('object_id', '=', client)
      .execute();
    expect(JSON.stringify(entries)).not.toMatch(/Звонил|Вернул/u);
  });

  test('is changed and refunded like the sale of a deal', async () => {
    const { client } = await scene();
    const { id } = ok<Sale>(await sell({ client }));
    ok(await refund(id, 150_000));
    const change = { amount_kop: 100_000, version: 2 };
    expect((await world.boss.patch(`${api}/sales/${id}/`, change)).status).toBe(400);
    const changed = await world.boss.patch(`${api}/sales/${id}/`, {
      ...change,
      amount_kop: 300_000,
      product: 'Тариф',
    });
    expect(ok<Sale>(changed)).toMatchObject({
      amount_kop: 300_000,
      refunded_kop: 150_000,
      product: 'Тариф',
      version: 3,
    });
    expect(await readClient(client)).toMatchObject({ revenue_kop: 1_150_000 });
  });

  test('is entered by an accountant, not by a viewer', async () => {
    const { client } = await scene();
    const body = { client, amount_kop: 100, paid_on: world.today() };
    ok(await (await world.employee('accountant')).post(`${api}/sales/`, body));
    expect((await (await world.employee('viewer')).post(`${api}/sales/`, body)).status).toBe(403);
  });
});

test('the amount of the sale of a deal is changed with the deal and the reward', async () => {
  const { lead, sale } = await scene();
  const body = { amount_kop: 3_000_000, comment: 'Доплата', version: sale.version };
  expect(ok<Sale>(await world.boss.patch(`${api}/sales/${sale.id}/`, body))).toMatchObject({
    amount_kop: 3_000_000,
    reward_kop: 300_000,
    comment: 'Доплата',
  });
  expect((await readLead(lead.id)).deal_amount_kop).toBe(3_000_000);
  expect(await world.boss.patch(`${api}/sales/${sale.id}/`, body)).toMatchObject({ status: 409 });
});

test('later sales of a transferred client go to the new partner; sales of earlier days do not', async () => {
  const { client, program, first, second } = await scene();
  const day = world.today();
  world.server.advance(3 * 24 * 60 * 60);
  const { version } = await readClient(client);
  const transfer = { program: program.id, partner: second.card.id, reason: 'Сменил менеджера', version };
  const moved = ok<Client>(await world.boss.post(`${api}/clients/${client}/transfer/`, transfer));
  expect(moved.attachments).toMatchObject([
    { partner: { id: second.card.id }, cause: 'transfer', closed_at: null },
    { partner: { id: first.card.id }, close_reason: 'Сменил менеджера' },
  ]);
  expect(ok<Sale>(await sell({ client })).partner?.id).toBe(second.card.id);
  expect(ok<Sale>(await sell({ client, paid_on: day })).partner?.id).toBe(first.card.id);
  const again = await world.boss.post(`${api}/clients/${client}/transfer/`, {
    ...transfer,
    version: moved.version,
  });
  expect(again.body).toEqual({ partner: ['Клиент уже закреплен за этим партнером.'] });
  const outdated = await world.boss.post(`${api}/clients/${client}/transfer/`, {
    ...transfer,
    partner: first.card.id,
  });
  expect(outdated.status).toBe(409);
});

describe('the amount of a deal', () => {
  const patchSale = (id: string, body: object, by: Caller = world.boss) =>
    by.patch(`${api}/sales/${id}/`, body);

  test('stays more than the tax of its sale', async () => {
    const { lead, sale } = await scene(2_000_000);
    ok(await patchSale(sale.id, { vat_kop: 500_000, version: sale.version }));
    const { version } = await readLead(lead.id);
    const { status, body } = await world.boss.patch(`${api}/leads/${lead.id}/`, {
      deal_amount_kop: 500_000,
      version,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/НДС продажи 5\s000,00\s₽\. Сумма должна быть больше\./u);
  });

  test('is changed together with a tax that is less or more than the former amount', async () => {
    const { sale } = await scene(1_000_000);
    let { version } = ok<Sale>(await patchSale(sale.id, { vat_kop: 500_000, version: sale.version }));
    const less = { amount_kop: 400_000, vat_kop: 50_000 };
    const lowered = ok<Sale>(await patchSale(sale.id, { ...less, version }));
    expect(lowered).toMatchObject(less);
    version = lowered.version;
    const more = { amount_kop: 3_000_000, vat_kop: 600_000 };
    expect(ok<Sale>(await patchSale(sale.id, { ...more, version }))).toMatchObject(more);
  });

  test('is needed again when the refunded deal of a fixed reward is won again without it', async () => {
    const { lead, sale } = await scene(1_000_000, { reward: { kind: 'fixed', fixed_kop: 10_000 } });
    ok(await refund(sale.id, 400_000));
    const { version } = await readLead(lead.id);
    ok(await world.boss.post(`${api}/leads/undo-transition/`, { leads: [{ id: lead.id, version }] }));
    const again = await world.boss.post(`${api}/leads/${lead.id}/transition/`, {
      to: 'won',
      version: (await readLead(lead.id)).version,
    });
    expect(again).toMatchObject({ status: 400, body: { deal_amount_kop: [expect.any(String)] } });
    await move(lead.id, 'won', { deal_amount_kop: 1_000_000 });
  });

  test('is not changed by an accountant, who changes the other fields of its sale', async () => {
    const { sale } = await scene();
    const accountant = await world.employee('accountant');
    const { version } = sale;
    expect((await patchSale(sale.id, { amount_kop: 2_000_000, version }, accountant)).status).toBe(403);
    ok(await patchSale(sale.id, { vat_kop: 100, version }, accountant));
  });
});
