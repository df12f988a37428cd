import {
  type HomeSales,
  type HomeSummary,
  LEAD_SOURCES,
  type Lead,
  type Page,
  type Sale,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const REWARD = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };

let world: World;
let programs: string[];
let partners: string[];
let start: string;

/** Creates two clients with later sales: a refund of a deal, a refund of a later sale, and a deal that is lost again. */
beforeAll(async () => {
  world = await createWorld();
  programs = [];
  for (const _ of [1, 2])
    programs.push((await world.program({ hold_days: 0, reward_event: 'deal_won', reward: REWARD })).id);
  const [anna, boris] = [await world.partner(), await world.partner()];
  partners = [anna.card.id, boris.card.id];
  for (const partner of partners) for (const program of programs) await world.enroll(program, partner);
  start = world.today();
  const first = await win(programs[0] ?? '', world.boss, { partner: partners[0] });
  const second = await win(programs[1] ?? '', boris.caller, {});
  const lost = await win(programs[1] ?? '', world.boss, { partner: partners[0] });
  ok(
    await world.boss.post(`${api}/leads/${lost.id}/transition/`, {
      to: 'lost',
      version: lost.version,
      reason_code: 'refund',
    }),
  );
  world.server.advance(3 * DAY);
  const later = await sell(first, 300_000);
  await sell(second, 150_000);
  world.server.advance(3 * DAY);
  await refund(later.id, 50_000);
  const [deal] = ok<Page<Sale>>(
    await world.boss.get(`${api}/sales/?partner=${partners[1]}&ordering=paid_on`),
  ).results;
  await refund(deal?.id ?? '', 100_000);
});
afterAll(() => world.stop());

async function win(program: string, from: Caller, fields: object) {
  const { id } = await world.lead(program, fields, from);
  for (const [index, step] of [{ to: 'qualified' }, { to: 'won', deal_amount_kop: 1_000_000 }].entries())
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, { ...step, version: index + 1 }));
  return ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
}

const sell = async ({ client }: Lead, amount_kop: number) =>
  ok<Sale>(
    await world.boss.post(`${api}/sales/`, { client: client?.id, amount_kop, paid_on: world.today() }),
  );
const refund = async (sale: string, amount_kop: number) =>
  ok(await world.boss.post(`${api}/sales/${sale}/refund/`, { amount_kop, paid_on: world.today() }));

const read = async (query: string) => ok<HomeSales>(await world.boss.get(`/api/home/sales/?${query}`));

test('the revenue of a period is split into new and repeat sales', async () => {
  const { current, partners: best } = await read('');
  expect(current).toMatchObject({
    sales: 4,
    repeat_sales: 2,
    revenue_kop: 2_300_000,
    repeat_kop: 400_000,
    repeat_bps: 1739,
  });
  expect(best).toMatchObject([
    { partner: { id: partners[0] }, sales: 2, revenue_kop: 1_250_000, repeat_kop: 250_000 },
    { partner: { id: partners[1] }, sales: 2, revenue_kop: 1_050_000, repeat_kop: 150_000 },
  ]);
});

test('the figures equal the list of sales with the same filters', async () => {
  const second = new Date(Date.parse(start) + 3 * DAY * 1000).toISOString().slice(0, 10);
  const filters = [
    ...['', `program=${programs[0]}`, `program=${programs[1]}`, `partner=${partners[0]}`],
    ...[`partner=${partners[1]}&program=${programs[1]}`, `partner=${partners[1]}&program=${programs[0]}`],
  ];
  for (const filter of filters)
    for (const days of [
      `from=${start}&to=${world.today()}`,
      `from=${second}&to=${second}`,
      `from=${start}&to=${start}`,
    ]) {
      const { current } = await read(`${days}&${filter}`);
      const { results } = ok<Page<Sale>>(
        await world.boss.get(`${api}/sales/?page_size=100&${days}&${filter}`),
      );
      const live = results.filter(({ canceled_at }) => canceled_at === null);
      const sold = live.filter(({ refund_of }) => refund_of === null);
      const sum = (rows: Sale[]) => rows.reduce((total, { amount_kop }) => total + (amount_kop ?? 0), 0);
      expect(current, `${days}&${filter}`).toMatchObject({
        sales: sold.length,
        repeat_sales: sold.filter(({ lead }) => lead === null).length,
        revenue_kop: sum(sold) - sum(live.filter(({ refund_of }) => refund_of !== null)),
      });
    }
});

test('sales and rewards of the sources add up to all of them', async () => {
  const all = await read('');
  const ofSources = await Promise.all(LEAD_SOURCES.map((source) => read(`source=${source}`)));
  for (const name of ['sales', 'repeat_sales', 'revenue_kop', 'repeat_kop'] as const)
    expect(ofSources.reduce((sum, { current }) => sum + current[name], 0)).toBe(all.current[name]);
  const rewards = async (query: string) =>
    ok<HomeSummary>(await world.boss.get(`/api/home/summary/?${query}`)).current.rewards_kop;
  const bySource = await Promise.all(LEAD_SOURCES.map((source) => rewards(`source=${source}`)));
  expect(await rewards('')).toBe(230_000);
  expect(bySource.reduce((sum, kop) => sum + kop, 0)).toBe(230_000);
});

test('the reward per deal contains the rewards for later sales', async () => {
  const { current } = ok<HomeSummary>(await world.boss.get('/api/home/summary/'));
  expect(current).toMatchObject({ won: 2, rewards_kop: 230_000, reward_per_deal_kop: 115_000 });
});

test('the file of the summary has the revenue', async () => {
  const { body } = await world.boss.get('/api/home/summary/export/?format=csv');
  const [head, row] = String(body).replace('\ufeff', '').split('\r\n');
  const column = head?.split(';').indexOf('Выручка, ₽') ?? -1;
  expect(row?.split(';')[column]).toBe('23000,00');
});

test('only employees read the sales of an organization', async () => {
  const { caller } = await world.partner();
  expect(await caller.get('/api/home/sales/')).toMatchObject({ status: 403 });
});
