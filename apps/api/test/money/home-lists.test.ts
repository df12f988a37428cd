import {
  type Accrual,
  type HomeSales,
  type HomeSeries,
  type HomeSummary,
  LEAD_SOURCES,
  type Lead,
  type Page,
  type Sale,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const MONTH = 31 * 24 * 60 * 60;
const REWARD = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };
const COUNTED = 'hold,review,available,reserved,paid';

let world: World;
let programs: string[];
let partners: { id: string; caller: Caller }[];
/** Filters of three months and of the whole time, with and without a program and a partner. */
let filters: string[];

/**
 * Two clients pay for three months. One passes to another partner before its third payment, and gets a part of it back. The other one belongs to the second
 * program and partner.
 */
beforeAll(async () => {
  world = await createWorld();
  world.server.setClock(new Date('2028-01-20T09:00:00Z'));
  programs = [];
  for (const _ of [1, 2])
    programs.push((await world.program({ hold_days: 0, reward_event: 'deal_won', reward: REWARD })).id);
  partners = [];
  for (const _ of [1, 2]) {
    const { card, caller } = await world.partner();
    partners.push({ id: card.id, caller });
    for (const program of programs) await world.enroll(program, card.id);
  }
  const [anna, boris] = partners;
  const moving = await win(0, world.boss, { partner: anna?.id });
  const staying = await win(1, boris?.caller ?? world.boss, {});
  const months = [`from=2028-01-20&to=2028-01-31`];
  for (const month of [1, 2, 3]) {
    world.server.advance(MONTH);
    if (month === 3) await transfer(moving, boris?.id);
    const { id } = await sell(moving, 390_000 + month);
    await sell(staying, 150_000);
    if (month === 3)
      ok(await world.boss.post(`${api}/sales/${id}/refund/`, { amount_kop: 90_000, paid_on: world.today() }));
    months.push(`from=${world.today()}&to=${world.today()}`);
  }
  const limits = ['', `&program=${programs[0]}`, `&partner=${boris?.id}`];
  limits.push(`&program=${programs[0]}&partner=${boris?.id}`, `&partner=${anna?.id}`);
  filters = [...months, `from=2028-01-20&to=${world.today()}`].flatMap((days) =>
    limits.map((limit) => `${days}${limit}`),
  );
});
afterAll(() => world.stop());

async function win(program: number, from: Caller, fields: object): Promise<string> {
  const { id } = await world.lead(programs[program] ?? '', fields, from);
  for (const [index, step] of [{ to: 'qualified' }, { to: 'won', deal_amount_kop: 1_000_000 }].entries())
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, { ...step, version: index + 1 }));
  return ok<Lead>(await world.boss.get(`${api}/leads/${id}/`)).client?.id ?? '';
}

const sell = async (client: string, amount_kop: number) =>
  ok<Sale>(await world.boss.post(`${api}/sales/`, { client, amount_kop, paid_on: world.today() }));

async function transfer(client: string, partner: string | undefined) {
  const { version } = ok<{ version: number }>(await world.boss.get(`${api}/clients/${client}/`));
  const target = { program: programs[0], partner, reason: 'Уехал', version };
  ok(await world.boss.post(`${api}/clients/${client}/transfer/`, target));
}

const add = (rows: readonly { amount_kop: number | null }[]) =>
  rows.reduce((sum, { amount_kop }) => sum + (amount_kop ?? 0), 0);
const summary = async (query: string) =>
  ok<HomeSummary>(await world.boss.get(`/api/home/summary/?${query}`)).current;
const revenue = async (query: string) =>
  ok<HomeSales>(await world.boss.get(`/api/home/sales/?${query}`)).current.revenue_kop;
const series = async (query: string, caller = world.boss) =>
  ok<HomeSeries>(await caller.get(`/api/home/series/?${query}`)).current.points;

async function listedRevenue(query: string, caller = world.boss) {
  const { results } = ok<Page<Sale>>(await caller.get(`${api}/sales/?page_size=100&${query}`));
  return (
    add(results.filter(({ refund_of }) => refund_of === null)) -
    add(results.filter(({ refund_of }) => refund_of !== null))
  );
}

async function listedRewards(query: string) {
  const created = query.replace('from=', 'created_from=').replace('to=', 'created_to=');
  const path = `${api}/accruals/?page_size=100&status=${COUNTED}&${created}`;
  return add(ok<Page<Accrual>>(await world.boss.get(path)).results);
}

test('the rewards of home and their cost per deal equal the list of accruals', async () => {
  for (const filter of filters) {
    const { rewards_kop, won, reward_per_deal_kop } = await summary(filter);
    expect(rewards_kop, filter).toBe(await listedRewards(filter));
    expect(reward_per_deal_kop).toBe(won === 0 ? null : Math.round(rewards_kop / won));
    for (const step of ['day', 'month']) {
      const points = await series(`${filter}&metric=rewards_kop&step=${step}`);
      expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(rewards_kop);
    }
  }
});

test('the revenue of home, and of its trend equals the list of sales', async () => {
  for (const filter of filters) {
    const listed = await listedRevenue(filter);
    expect(await revenue(filter), filter).toBe(listed);
    for (const step of ['day', 'month']) {
      const points = await series(`${filter}&metric=revenue_kop&step=${step}`);
      expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(listed);
      for (const { from, to, value } of step === 'month' ? points : [])
        expect(value).toBe(
          await listedRevenue(filter.replace(/from=.*?&to=[\d-]+/, `from=${from}&to=${to}`)),
        );
    }
  }
});

test('a client that passes to another partner keeps its source', async () => {
  for (const filter of filters) {
    const ofSources = await Promise.all(LEAD_SOURCES.map((source) => summary(`${filter}&source=${source}`)));
    expect(ofSources.reduce((sum, { rewards_kop }) => sum + rewards_kop, 0)).toBe(
      (await summary(filter)).rewards_kop,
    );
    const revenues = await Promise.all(LEAD_SOURCES.map((source) => revenue(`${filter}&source=${source}`)));
    expect(revenues.reduce((sum, kop) => sum + kop, 0)).toBe(await revenue(filter));
  }
});

test('the trend of a partner contains the revenue of its clients', async () => {
  for (const { caller } of partners) {
    const days = `from=2028-01-20&to=${world.today()}`;
    const points = await series(`${days}&metric=revenue_kop`, caller);
    const listed = await listedRevenue(days, caller);
    expect(listed).toBeGreaterThan(0);
    expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(listed);
  }
});
