import type { Accrual, Client, Lead, Link, Page, Program, Sale } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { api, ok, type World } from '../setup/world.ts';
import { createWorldDeals } from '../setup/world-deals.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});
const { move, change } = createWorldDeals(() => world);

const DAY_SECONDS = 24 * 60 * 60;
const TEN_PERCENT = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };
const CONSENT = { consent: true, consent_version: 1 };
const PRO = { when: { products: ['Тариф Про'] }, pay: { percent_bps: 2000 } };
const NEW = { when: { client: 'new' }, pay: { percent_bps: 3000 } };

/** Creates a program with these lines and a partner in it. */
async function scene(lines: object[], reward: object = TEN_PERCENT) {
  const program = await world.program({
    reward_event: 'deal_won',
    reward: { ...reward, lines },
    hold_days: 0,
  });
  const partner = await world.partner();
  partners.push(partner.card.id);
  const link = await world.enroll(program.id, partner.card.id);
  return { program, partner, link };
}

/** Wins a lead for 10,000 ₽. */
async function win(program: Program, partner: string | undefined, more: object = {}) {
  const lead = await world.lead(program.id, { ...(partner && { partner }), ...more });
  await move(lead.id, 'in_progress', { reason_comment: 'Новая покупка' });
  await move(lead.id, 'won', { deal_amount_kop: 1_000_000 });
  const sale = await dealOf(lead.id);
  return { lead, sale, client: sale.client.id };
}

const dealOf = async (lead: string) => {
  const { results } = ok<Page<Sale>>(await world.boss.get(`${api}/sales/?page_size=100`));
  const found = results.find((sale) => sale.lead?.id === lead);
  if (found === undefined) throw new Error('the deal has no sale');
  return found;
};
const sell = async (client: string, body: object = {}) =>
  ok<Sale>(
    await world.boss.post(`${api}/sales/`, { client, amount_kop: 200_000, paid_on: world.today(), ...body }),
  );
const rewardsOf = async (client: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client}`)).results.map(
    ({ reward_kop }) => reward_kop,
  );
/** Sends the form of a link. @returns the id of the lead. */
async function leadBy(code: string) {
  const phone = world.phone();
  await world.server.resetLimits();
  ok(await world.anonymous.post(`/api/public/ref/${code}/leads/`, { name: 'Анна', phone, ...CONSENT }));
  const { id } = await world.server.db
    .selectFrom('leads')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  return id;
}

const explanations = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`)).results.map(
    ({ explanation }) => explanation.replaceAll('\u00a0', ' '),
  );

describe('a line for products', () => {
  test('rewards a later sale of a product, and the accrual names the line', async () => {
    const { program, partner } = await scene([PRO]);
    const { client } = await win(program, partner.card.id);
    expect((await sell(client, { product: 'тариф про ' })).reward_kop).toBe(40_000);
    expect((await sell(client, { product: 'Тариф Старт' })).reward_kop).toBe(20_000);
    expect(await explanations(partner.card.id)).toEqual([
      '10 % от 10 000,00 ₽; можно выплатить сразу',
      expect.stringMatching(/^Продажа П-\d+\. 20 % от 2 000,00 ₽ за «тариф про»; можно выплатить сразу$/u),
      expect.stringMatching(/^Продажа П-\d+\. 10 % от 2 000,00 ₽; можно выплатить сразу$/u),
    ]);
  });

  test('follows the product of a later sale', async () => {
    const { program, partner } = await scene([PRO]);
    const { client } = await win(program, partner.card.id);
    const sale = await sell(client);
    const changed = await change(sale, { product: 'Тариф Про' });
    expect(changed.reward_kop).toBe(40_000);
    expect((await explanations(partner.card.id)).at(-1)).toMatch(
      /^Продажа П-\d+ пересчитана: вознаграждение 400,00 ₽ вместо 200,00 ₽ \(20 % от 2 000,00 ₽ за «Тариф Про»\)$/u,
    );
    expect((await change(changed, { product: '' })).reward_kop).toBe(20_000);
  });

  test('follows the product of a deal, also when its amount and tax change together with it', async () => {
    const { program, partner } = await scene([PRO], { ...TEN_PERCENT, base: 'net_of_vat' });
    const { sale } = await win(program, partner.card.id);
    expect(sale.reward_kop).toBe(100_000);
    const changed = await change(sale, { product: 'Тариф Про' });
    expect(changed.reward_kop).toBe(200_000);
    expect((await explanations(partner.card.id)).at(-1)).toMatch(
      /^Лид Л-\d+ пересчитан: вознаграждение 2 000,00 ₽ вместо 1 000,00 ₽ \(20 % от 10 000,00 ₽ без НДС за «Тариф Про»\)$/u,
    );
    const both = await change(changed, { product: '', amount_kop: 2_000_000 });
    expect(both.reward_kop).toBe(200_000);
    const taxed = await change(both, { amount_kop: 1_200_000, vat_kop: 200_000 });
    expect(taxed.reward_kop).toBe(100_000);
  });
});

describe('a line for new clients', () => {
  test('rewards the deal of a client without earlier purchases only', async () => {
    const { program, partner } = await scene([NEW]);
    const email = 'client@example.ru';
    const { client } = await win(program, partner.card.id, { email });
    await sell(client);
    expect((await rewardsOf(client)).sort()).toEqual([20_000, 300_000]);
    const other = await scene([NEW]);
    const again = await win(other.program, other.partner.card.id, { email });
    expect(again.client).toBe(client);
    expect(again.sale.reward_kop).toBe(100_000);
  });

  test('keeps its rate when the deal is lost and won again, and after later sales', async () => {
    const { program, partner } = await scene([NEW]);
    const { lead, client } = await win(program, partner.card.id);
    await sell(client);
    await move(lead.id, 'lost', { reason_code: 'refused' });
    expect((await dealOf(lead.id)).reward_kop).toBe(0);
    await move(lead.id, 'in_progress', { reason_comment: 'Передумал' });
    await move(lead.id, 'won');
    expect((await dealOf(lead.id)).reward_kop).toBe(300_000);
  });

  test('rewards the deal of a lead that gets its first partner later', async () => {
    const { program, partner } = await scene([NEW]);
    const { lead } = await win(program, undefined);
    const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`));
    const transfer = { partner: partner.card.id, reason: 'Нашли партнера', version };
    ok(await world.boss.post(`${api}/leads/${lead.id}/transfer/`, transfer));
    expect((await dealOf(lead.id)).reward_kop).toBe(300_000);
  });

  test('moves to an earlier sale of a client who was attached without a lead', async () => {
    const { program, partner } = await scene([NEW]);
    const client = ok<Client>(await world.boss.post(`${api}/clients/`, { name: 'Клиент без лида' }));
    const attach = {
      program: program.id,
      partner: partner.card.id,
      reason: 'Привел партнер',
      version: client.version,
    };
    ok(await world.boss.post(`${api}/clients/${client.id}/transfer/`, attach));
    const start = world.today();
    world.server.advance(3 * DAY_SECONDS);
    const late = await sell(client.id);
    expect(late.reward_kop).toBe(60_000);
    const early = await sell(client.id, { amount_kop: 100_000, paid_on: start });
    expect(await rewardsOf(client.id)).toEqual([20_000, 30_000]);
    await change(early, { paid_on: world.today() });
    expect((await rewardsOf(client.id)).sort()).toEqual([10_000, 60_000]);
  });
});

test('Amount bounds are included, and the first line that fits applies', async () => {
  const lines = [
    { when: { amount_from_kop: 200_000, amount_to_kop: 300_000 }, pay: { fixed_kop: 1, percent_bps: 2000 } },
    { when: { amount_from_kop: 300_000 }, pay: { percent_bps: 3000 }, cap_kop: 95_000 },
  ];
  const { program, partner } = await scene(lines);
  const { client, sale } = await win(program, partner.card.id);
  expect(sale.reward_kop).toBe(95_000);
  const rewards: number[] = [];
  for (const amount_kop of [199_999, 200_000, 300_000, 300_001])
    rewards.push((await sell(client, { amount_kop })).reward_kop);
  expect(rewards).toEqual([20_000, 40_001, 60_001, 90_000]);
});

test('Months count from the attachment, and the last day of a month belongs to it', async () => {
  const { program, partner } = await scene([
    { when: { months_from: 2, months_to: 2 }, pay: { fixed_kop: 7 } },
  ]);
  const { client } = await win(program, partner.card.id);
  const card = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
  const start = card.attachments[0]?.starts_at ?? '';
  world.server.advance(100 * DAY_SECONDS);
  const day = async (months: number, days: number) => {
    const { rows } = await sql<{ day: string }>`
      select (${start}::date + make_interval(months => ${months}, days => ${days}))::date::text as day`.execute(
      world.server.db,
    );
    return rows[0]?.day;
  };
  const rewards: number[] = [];
  for (const [months, days] of [
    [1, 0],
    [1, 1],
    [2, 0],
    [2, 1],
  ] as const)
    rewards.push((await sell(client, { paid_on: await day(months, days) })).reward_kop);
  expect(rewards).toEqual([20_000, 7, 7, 20_000]);
});

test('A line for links rewards the leads of these links, and later sales of their clients', async () => {
  const { program, partner, link: first } = await scene([]);
  const body = { program: program.id };
  const second = ok<Link>(await world.boss.post(`${api}/partners/${partner.card.id}/links/`, body));
  const { version } = ok<Program>(await world.boss.get(`${api}/programs/${program.id}/`));
  const lines = [{ when: { links: [first.id] }, pay: { percent_bps: 2000 } }];
  ok(
    await world.boss.patch(`${api}/programs/${program.id}/`, { version, reward: { ...TEN_PERCENT, lines } }),
  );
  const rewards: number[][] = [];
  for (const link of [first, second]) {
    const lead = await leadBy(link.code);
    await move(lead, 'in_progress');
    await move(lead, 'won', { deal_amount_kop: 1_000_000 });
    const { reward_kop, client } = await dealOf(lead);
    rewards.push([reward_kop, (await sell(client.id)).reward_kop]);
  }
  expect(rewards).toEqual([
    [200_000, 40_000],
    [100_000, 20_000],
  ]);
  const copy = ok<Program>(
    await world.boss.post(`${api}/programs/${program.id}/duplicate/`, { version: version + 1 }),
  );
  expect(copy.reward?.lines).toBeNull();
});

test('Groups and personal terms have lines too, and equal lines add no version', async () => {
  const { program } = await scene([NEW]);
  const { version, reward } = ok<Program>(await world.boss.get(`${api}/programs/${program.id}/`));
  expect(reward?.lines).toEqual([NEW]);
  const same = { ...TEN_PERCENT, lines: [{ pay: NEW.pay, when: NEW.when }] };
  const kept = ok<Program>(
    await world.boss.patch(`${api}/programs/${program.id}/`, { version, reward: same }),
  );
  expect(kept.reward?.version).toBe(reward?.version);
  const group = ok<{ reward: { lines: unknown } }>(
    await world.boss.post(`${api}/programs/${program.id}/groups/`, {
      name: 'Золото',
      reward: { ...TEN_PERCENT, lines: [PRO] },
    }),
  );
  expect(group.reward.lines).toEqual([PRO]);
});

test('Lines are refused for a confirmed lead and for a link of another program', async () => {
  const { program } = await scene([]);
  const { link } = await scene([]);
  const create = (reward_event: string, lines: object[]) =>
    world.boss.post(`${api}/programs/`, {
      name: `Ставки ${Math.random()}`,
      reward_event,
      reward: { kind: 'fixed', fixed_kop: 100, lines },
    });
  expect((await create('lead_qualified', [NEW])).body).toMatchObject({
    reward: ['Особые ставки доступны, только когда вознаграждение дается за сделку.'],
  });
  const { version } = ok<Program>(await world.boss.get(`${api}/programs/${program.id}/`));
  const reward = { ...TEN_PERCENT, lines: [NEW, { when: { links: [link.id] }, pay: { fixed_kop: 1 } }] };
  const refused = await world.boss.patch(`${api}/programs/${program.id}/`, { version, reward });
  expect(refused).toMatchObject({
    status: 400,
    body: { 'reward.lines.1.when.links': ['Ссылка не найдена.'] },
  });
});

test('A preview and the comparison with a quarter compute lines', async () => {
  const { program, partner } = await scene([NEW]);
  await win(program, partner.card.id);
  const preview = (query: string) =>
    world.boss.get(`${api}/programs/${program.id}/reward-preview/?deal_amount_kop=1000&${query}`);
  expect((await preview('client=new')).body).toEqual({ reward_kop: 300 });
  expect((await preview('client=existing')).body).toEqual({ reward_kop: 100 });
  world.server.advance(100 * DAY_SECONDS);
  const compare = async (lines: object[]) =>
    ok(
      await world.boss.post(`${api}/programs/${program.id}/terms-preview/`, {
        reward: { ...TEN_PERCENT, lines },
      }),
    );
  expect(await compare([])).toMatchObject({ before_kop: 300_000, after_kop: 100_000 });
  expect(await compare([NEW])).toMatchObject({ before_kop: 300_000, after_kop: 300_000 });
});
