import type {
  Accrual,
  Client,
  HomeIncome,
  Lead,
  Page,
  Payment,
  PaymentItem,
  Sale,
  Statement,
} from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { api, approve, ok, type World } from '../setup/world.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});

const TEN_PERCENT = { kind: 'percent', percent_bps: 1000 };
const LIFETIME = { ...TEN_PERCENT, applies_to: 'lifetime' };

/** Creates a program with this reward, two partners, and a won lead of the first one for 10,000 ₽. */
async function scene(reward: object, terms: object = {}) {
  const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0, ...terms });
  const [first, second] = [await world.partner(), await world.partner()];
  partners.push(first.card.id, second.card.id);
  await world.enroll(program.id, first.card.id);
  await world.enroll(program.id, second.card.id);
  const lead = await world.lead(program.id, { partner: first.card.id });
  await move(lead.id, 'in_progress');
  await move(lead.id, 'won', { deal_amount_kop: 1_000_000 });
  const [sale] = ok<Page<Sale>>(await world.boss.get(`${api}/sales/?partner=${first.card.id}`)).results;
  if (sale === undefined) throw new Error('the deal has no sale');
  return { program, first, second, lead, sale, client: sale.client.id };
}

const move = async (id: string, to: string, more: object = {}) => {
  const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
  return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
};
const post = (body: object) =>
  world.boss.post(`${api}/sales/`, { amount_kop: 200_000, paid_on: world.today(), ...body });
const sell = async (client: string, body: object = {}) => ok<Sale>(await post({ client, ...body }));
const readSale = async (id: string, client: string) => {
  const { results } = ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client}`));
  const found = results.find((sale) => sale.id === id);
  if (found === undefined) throw new Error('no sale');
  return found;
};
const refund = async (id: string, amount_kop: number) =>
  ok<Sale>(await world.boss.post(`${api}/sales/${id}/refund/`, { amount_kop, paid_on: world.today() }));
const change = async (sale: Sale, body: object) =>
  ok<Sale>(await world.boss.patch(`${api}/sales/${sale.id}/`, { ...body, version: sale.version }));
const accrualsOf = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`)).results;
const pay = async (partner: string) => {
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${partner}/payout-methods/`, account));
  world.server.advance(2 * 24 * 60 * 60);
  const payment = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
  ok(await approve(world.boss, `${api}/payments/${payment.id}/`));
  return payment;
};

describe('a reward for every sale', () => {
  test('is accrued for a later sale and names it', async () => {
    const { first, client } = await scene(LIFETIME);
    const sale = await sell(client);
    expect(sale.reward_kop).toBe(20_000);
    const card = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
    expect(card).toMatchObject({ sales: 2, reward_kop: 120_000 });
    const [, reward] = await accrualsOf(first.card.id);
    expect(reward).toMatchObject({
      kind: 'reward',
      amount_kop: 20_000,
      lead: null,
      sale: { id: sale.id, number: sale.number, client },
      explanation: expect.stringMatching(/^Продажа П-\d+\. 10\s% от 2\s000,00\s₽; можно выплатить сразу$/u),
    });
  });

  test('is named in the statement, its files, the payment and the act', async () => {
    const { first, client } = await scene(LIFETIME);
    const sale = await sell(client, { amount_kop: 20_000_000 });
    const card = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
    const payment = await pay(first.card.id);
    const subject = { id: sale.id, number: sale.number, name: card.name, client };
    const statementUrl = `${api}/partners/${first.card.id}/statement/`;
    const period = `from=${sale.paid_on}&to=${world.today()}`;
    const { lines } = ok<Statement>(await world.boss.get(`${statementUrl}?${period}`));
    expect(lines.filter((line) => line.sale !== null)).toMatchObject([
      { kind: 'reward', lead: null, sale: subject },
    ]);
    const file = await world.boss.get(`${statementUrl}export/?format=csv&${period}`);
    expect(file.body).toContain(`Продажа ${sale.number}, клиент ${card.name}`);
    const items = ok<Page<PaymentItem>>(await world.boss.get(`${api}/payments/${payment.id}/items/`));
    expect(items.results).toMatchObject([{ sale: null }, { lead: null, sale: subject }]);
    const accruals = await world.boss.get(`${api}/accruals/export/?format=csv&partner=${first.card.id}`);
    expect(accruals.body).toContain(`;${sale.number};${card.name};`);
  });

  test('is found by its sale and by its client, as the reward for the deal of the client is', async () => {
    const { first, sale: deal, client } = await scene(LIFETIME);
    const sale = await sell(client);
    const other = await scene(LIFETIME);
    await sell(other.client);
    const amounts = async (filter: string, caller = world.boss) => {
      const list = ok<Page<Accrual>>(await caller.get(`${api}/accruals/?ordering=number&${filter}`));
      const counts = ok<{ all: number; sums: { all: number } }>(
        await caller.get(`${api}/accruals/counts/?${filter}`),
      );
      const kop = list.results.map(({ amount_kop }) => amount_kop);
      expect(counts).toMatchObject({
        all: kop.length,
        sums: { all: kop.reduce((sum, one) => sum + one, 0) },
      });
      return kop;
    };
    expect(await amounts(`sale=${sale.id}`)).toEqual([20_000]);
    expect(await amounts(`sale=${deal.id}`)).toEqual([100_000]);
    expect(await amounts(`client=${client}`)).toEqual([100_000, 20_000]);
    expect(await amounts(`client=${client}`, first.caller)).toEqual([100_000, 20_000]);
    expect(await amounts(`client=${client}`, other.first.caller)).toEqual([]);
  });

  test('is lowered by a refund, and three refunds of an odd kopeck leave nothing', async () => {
    const { client } = await scene(LIFETIME);
    const sale = await sell(client, { amount_kop: 1_000 });
    const rewards: number[] = [];
    for (const part of [333, 333, 334]) rewards.push((await refund(sale.id, part)).reward_kop);
    expect(rewards).toEqual([67, 33, 0]);
  });

  test('becomes a debt by a refund after the payment', async () => {
    const { first, client } = await scene(LIFETIME);
    const sale = await sell(client, { amount_kop: 9_000_000 });
    await pay(first.card.id);
    await refund(sale.id, 4_500_000);
    expect((await accrualsOf(first.card.id)).at(-1)).toMatchObject({
      kind: 'correction',
      amount_kop: -450_000,
      status: 'available',
    });
    expect((await refund(sale.id, 4_500_000)).reward_kop).toBe(0);
  });

  test('follows the amount of the sale', async () => {
    const { client } = await scene(LIFETIME);
    const sale = await sell(client);
    expect((await change(sale, { amount_kop: 300_000 })).reward_kop).toBe(30_000);
  });

  test('can be canceled, restored and sent to review by an employee', async () => {
    const { first, client } = await scene(LIFETIME);
    const sale = await sell(client);
    const [, reward] = await accrualsOf(first.card.id);
    const act = (action: string) =>
      world.boss.post(`${api}/accruals/${reward?.id}/${action}/`, { reason: 'Проверка оплаты' });
    ok(await act('review'));
    ok(await act('release'));
    ok(await act('cancel'));
    expect((await readSale(sale.id, client)).reward_kop).toBe(0);
    ok(await act('restore'));
    expect((await readSale(sale.id, client)).reward_kop).toBe(20_000);
  });

  test('goes to the new partner after a transfer of the client', async () => {
    const { program, second, client } = await scene(LIFETIME);
    const before = await sell(client);
    const { version } = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
    const transfer = { program: program.id, partner: second.card.id, reason: 'Сменил менеджера', version };
    ok(await world.boss.post(`${api}/clients/${client}/transfer/`, transfer));
    const after = await sell(client);
    expect((await readSale(before.id, client)).reward_kop).toBe(20_000);
    expect(after).toMatchObject({ reward_kop: 20_000, partner: { id: second.card.id } });
    expect(await accrualsOf(second.card.id)).toMatchObject([{ amount_kop: 20_000 }]);
  });

  test('moves to the partner of the new day of its sale', async () => {
    const { program, first, second, client } = await scene(LIFETIME);
    const start = world.today();
    world.server.advance(2 * 24 * 60 * 60);
    const { version } = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
    const transfer = { program: program.id, partner: second.card.id, reason: 'Сменил менеджера', version };
    ok(await world.boss.post(`${api}/clients/${client}/transfer/`, transfer));
    const sale = await sell(client);
    expect(await accrualsOf(second.card.id)).toMatchObject([{ amount_kop: 20_000, status: 'available' }]);
    await change(sale, { paid_on: start });
    expect(await accrualsOf(second.card.id)).toMatchObject([{ amount_kop: 20_000, status: 'canceled' }]);
    expect((await accrualsOf(first.card.id)).at(-1)).toMatchObject({
      amount_kop: 20_000,
      status: 'available',
    });
  });
});

describe('a reward for the sales of some months', () => {
  test('is given on the last day of the term, and not on the day after it', async () => {
    const { client } = await scene({
      ...TEN_PERCENT,
      applies_to: 'sales_for_months',
      applies_to_limit: 1,
    });
    const read = async () => ok<Client>(await world.boss.get(`${api}/clients/${client}/`)).attachments[0];
    const attachment = await read();
    const [start, end] = [new Date(attachment?.starts_at ?? ''), new Date(attachment?.ends_at ?? '')];
    expect((end.getTime() - start.getTime()) / 86_400_000).toBeGreaterThan(27);
    world.server.advance(40 * 24 * 60 * 60);
    const late = await sell(client, { paid_on: attachment?.ends_at });
    expect(late.reward_kop).toBe(20_000);
    const next = new Date(end.getTime() + 86_400_000).toISOString().slice(0, 10);
    expect(await sell(client, { paid_on: next })).toMatchObject({ reward_kop: 0, partner: null });
  });
});

describe('a reward for the first sales', () => {
  test('ends after their number, by their days and not by the order of entry', async () => {
    const { client } = await scene({ ...TEN_PERCENT, applies_to: 'first_sales', applies_to_limit: 2 });
    world.server.advance(3 * 24 * 60 * 60);
    const late = await sell(client);
    expect(late.reward_kop).toBe(20_000);
    const earlier = new Date(Date.parse(world.today()) - 86_400_000).toISOString().slice(0, 10);
    const early = await sell(client, { amount_kop: 500_000, paid_on: earlier });
    expect(early.reward_kop).toBe(50_000);
    expect((await readSale(late.id, client)).reward_kop).toBe(0);
  });

  test('gives nothing for later sales by default', async () => {
    const { client } = await scene(TEN_PERCENT);
    expect((await sell(client)).reward_kop).toBe(0);
  });
});

describe('the options of a reward', () => {
  test('take a percentage of the amount without VAT', async () => {
    const { client, sale } = await scene({ ...LIFETIME, base: 'net_of_vat' });
    expect((await sell(client, { amount_kop: 120_000, vat_kop: 20_000 })).reward_kop).toBe(10_000);
    expect((await change(sale, { vat_kop: 200_000 })).reward_kop).toBe(80_000);
  });

  test('limit the sum for one client, and a refund makes room for the next sale', async () => {
    const { client } = await scene({ ...LIFETIME, cap_per_client_kop: 130_000 });
    const [second, third] = [await sell(client), await sell(client)];
    expect([second.reward_kop, third.reward_kop]).toEqual([20_000, 10_000]);
    await refund(second.id, 200_000);
    expect((await readSale(third.id, client)).reward_kop).toBe(20_000);
  });

  test('are refused when they do not fit together', async () => {
    const create = (reward: object, reward_event = 'deal_won') =>
      world.boss.post(`${api}/programs/`, { name: `Оплаты ${Math.random()}`, reward_event, reward });
    const problems = [
      await create({ ...TEN_PERCENT, applies_to: 'sales_for_months' }),
      await create({ ...TEN_PERCENT, applies_to: 'first_sales', applies_to_limit: 101 }),
      await create({ ...TEN_PERCENT, applies_to_limit: 3 }),
      await create({ kind: 'fixed', fixed_kop: 100, applies_to: 'lifetime' }, 'lead_qualified'),
    ].map(({ status, body }) => [status, (body as { reward?: string[] }).reward]);
    expect(problems).toEqual([
      [400, ['Укажите число месяцев: от 1 до 120.']],
      [400, ['Укажите число оплат: от 2 до 100.']],
      [400, ['Число оплат или месяцев указывают только вместе с их пределом.']],
      [400, ['За оплаты клиента платят, только когда вознаграждение дается за сделку.']],
    ]);
    partners.push((await world.partner()).card.id);
  });
});

test('A deal that is lost makes the next sale the first one, and won again it counts first', async () => {
  const { lead, client } = await scene({ ...LIFETIME, cap_per_client_kop: 110_000 });
  const sale = await sell(client);
  expect(sale.reward_kop).toBe(10_000);
  await move(lead.id, 'lost', { reason_code: 'refused' });
  expect((await readSale(sale.id, client)).reward_kop).toBe(20_000);
  await move(lead.id, 'in_progress', { reason_comment: 'Передумал' });
  await move(lead.id, 'won');
  expect((await readSale(sale.id, client)).reward_kop).toBe(10_000);
});

test('the income of a partner by month and client equals its accruals', async () => {
  const { first, second, program, client } = await scene(LIFETIME);
  await sell(client);
  world.server.advance(32 * 24 * 60 * 60);
  const later = await sell(client);
  await refund(later.id, 100_000);
  await world.boss.post(`${api}/accruals/`, {
    partner: first.card.id,
    kind: 'bonus',
    amount_kop: 5_000,
    explanation: 'За отзыв',
    program: program.id,
  });
  const { months, clients } = ok<HomeIncome>(await first.caller.get('/api/home/income/'));
  expect(months).toHaveLength(12);
  expect(clients).toMatchObject([
    { client: { id: client }, ends_at: null, closed_at: null, amount_kop: 130_000 },
    { client: null, amount_kop: 5_000 },
  ]);
  for (const { month, amount_kop } of months) {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0));
    const days = `created_from=${month}-01&created_to=${last.toISOString().slice(0, 10)}`;
    const { results } = ok<Page<Accrual>>(
      await first.caller.get(`${api}/accruals/?status=hold,review,available,reserved,paid&${days}`),
    );
    expect(results.reduce((sum, accrual) => sum + accrual.amount_kop, 0)).toBe(amount_kop);
  }
  expect(months.reduce((sum, { amount_kop }) => sum + amount_kop, 0)).toBe(135_000);
  const ofClient = ok<HomeIncome>(await first.caller.get(`/api/home/income/?client=${client}`));
  expect(ofClient.clients).toMatchObject([{ client: { id: client }, amount_kop: 130_000 }]);
  expect(ofClient.months.map(({ amount_kop }) => amount_kop).filter(Boolean)).toEqual([120_000, 10_000]);
  const ofOther = ok<HomeIncome>(await second.caller.get(`/api/home/income/?client=${client}`));
  expect(ofOther.months.filter(({ amount_kop }) => amount_kop !== 0)).toEqual([]);
  const file = await first.caller.get('/api/home/income/export/?format=csv');
  expect(String(file.body).split('\r\n')).toContainEqual(expect.stringMatching(/;К-\d+;.*;1200,00$/));
  expect(ok<HomeIncome>(await second.caller.get('/api/home/income/')).clients).toEqual([]);
});
