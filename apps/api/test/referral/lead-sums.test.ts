import {
  getStates,
  type Lead,
  type LeadStatus,
  type Page,
  type Program,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

type Counts = Record<LeadStatus | 'all', number> & { sums?: Record<LeadStatus | 'all', number> };

const SHARE = { reward_event: 'deal_won', reward: { kind: 'percent', percent_bps: 750 } };
const FIXED = { reward_event: 'lead_qualified', reward: { kind: 'fixed', fixed_kop: 50_000 } };

let world: World;
let programs: Program[];
let partner: Awaited<ReturnType<World['partner']>>;
beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  programs = [await world.program(SHARE), await world.program(FIXED)];
  for (const { id } of programs) await world.enroll(id, partner.card.id);
  for (const { id } of programs) await createEveryKind(id);
});
afterAll(() => world.stop());

const step = (id: string, body: object) => world.boss.post(`${api}/leads/${id}/transition/`, body);

/** Creates leads of a program without a reward, with one, with a corrected one and with a withdrawn one. */
async function createEveryKind(program: string) {
  const leads: Lead[] = [];
  for (let index = 0; index < 5; index += 1) {
    leads.push(await world.lead(program, { partner: partner.card.id, name: `Клиент ${index}` }));
  }
  const [, qualified, won, corrected, lost] = leads.map(({ id }) => id) as [string, ...string[]];
  await step(String(qualified), { to: 'qualified', version: 1 });
  const deal = { to: 'won', deal_amount_kop: 1_000_007, version: 1 };
  for (const id of [won, corrected, lost]) {
    ok(await step(String(id), { to: 'in_progress', version: 1 }));
    ok(await step(String(id), { ...deal, version: 2 }));
  }
  ok(await world.boss.patch(`${api}/leads/${corrected}/`, { deal_amount_kop: 3_000_001, version: 3 }));
  ok(await step(String(lost), { to: 'lost', version: 3, reason_code: 'refused' }));
}

const counted = async (by: Caller, query: string) =>
  ok<Counts>(await by.get(`${api}/leads/counts/?${query}`));

/** Returns the sums of rewards in the list by status. */
async function sumsOfList(by: Caller, query: string) {
  const { results } = ok<Page<Lead>>(await by.get(`${api}/leads/?page_size=100&${query}`));
  const sumOf = (leads: Lead[]) => leads.reduce((sum, { reward }) => sum + (reward?.amount_kop ?? 0), 0);
  const states = getStates(stateMachines.lead);
  return {
    all: sumOf(results),
    ...Object.fromEntries(states.map((one) => [one, sumOf(results.filter(({ status }) => status === one))])),
  };
}

test.each([
  ['all leads', () => ''],
  ['one program', () => `program=${programs[0]?.id}`],
  ['a search', () => `search=${encodeURIComponent('клиент 3')}`],
  ['one source', () => 'source=organization'],
  ['the days since', () => `created_from=${world.today()}`],
])('the sums of %s equal the sums of its list for every status', async (_what, query) => {
  for (const by of [world.boss, partner.caller]) {
    const { sums } = await counted(by, `sums=true&${query()}`);
    expect(sums).toEqual(await sumsOfList(by, query()));
    expect(sums?.won).toBeGreaterThan(0);
  }
});

test('the sums of days without leads are zero', async () => {
  for (const query of ['created_to=2020-01-01', 'source=import']) {
    expect((await counted(world.boss, `sums=true&${query}`)).sums).toEqual(
      await sumsOfList(world.boss, query),
    );
  }
});

test('lost deals and other organizations add nothing to the sums', async () => {
  expect((await counted(world.boss, 'sums=true')).sums).toMatchObject({ new: 0, lost: 0 });
  const { sums } = await counted(await world.organization(), 'sums=true');
  expect(sums?.all).toBe(0);
});

test('sums are returned only on request', async () => {
  expect(await counted(world.boss, '')).not.toHaveProperty('sums');
  expect((await world.boss.get(`${api}/leads/counts/?sums=yes`)).status).toBe(400);
});
