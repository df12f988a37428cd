import {
  type HomeSeries,
  type HomeSummary,
  type HomeTop,
  LEAD_SOURCES,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;

let world: World;
let programs: string[];
let anna: { id: string; caller: Caller };
let boris: { id: string; caller: Caller };

/** Wins a lead of Anna from the organization, a lead of Boris from Boris, and adds a new lead of Anna from Anna. Pays both partners. */
beforeAll(async () => {
  world = await createWorld();
  programs = [(await world.program({ hold_days: 0 })).id, (await world.program({ hold_days: 0 })).id];
  [anna, boris] = [await addPartner(), await addPartner()];
  await win(programs[0] ?? '', world.boss, { partner: anna.id });
  await win(programs[1] ?? '', boris.caller, {});
  await world.lead(programs[0] ?? '', {}, anna.caller);
  world.server.advance(2 * DAY);
  for (const { id } of [anna, boris]) await pay(id);
});
afterAll(() => world.stop());

async function addPartner() {
  const { card, caller } = await world.partner({ min_payout_kop: 1 });
  for (const program of programs) await world.enroll(program, card.id);
  const method = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, method));
  return { id: card.id, caller };
}

async function win(program: string, from: Caller, fields: Record<string, string>) {
  const { id } = await world.lead(program, fields, from);
  for (const [index, step] of [{ to: 'qualified' }, { to: 'won', deal_amount_kop: 1_234_567 }].entries())
    ok(await world.boss.post(`${api}/leads/${id}/transition/`, { ...step, version: index + 1 }));
}

async function pay(partner: string) {
  const { id, version } = ok<{ id: string; version: number }>(
    await world.boss.post(`${api}/payments/`, { partner }),
  );
  ok(await world.boss.post(`${api}/payments/${id}/approve/`, { version }));
  const paid = { paid_on: world.today(), external_ref: 'ПП 7' };
  ok(await world.boss.post(`${api}/payments/${id}/mark-paid/`, paid));
}

const summary = async (query: string) =>
  ok<HomeSummary>(await world.boss.get(`/api/home/summary/?${query}`)).current;
const top = async (query: string) => ok<HomeTop>(await world.boss.get(`/api/home/top/?${query}`));

test('the figures of the sources add up to those of the organization', async () => {
  const whole = await summary('');
  expect(whole).toMatchObject({ leads: 3, won: 2, paid_partners: 2 });
  const ofSources = await Promise.all(LEAD_SOURCES.map((source) => summary(`source=${source}`)));
  for (const name of ['leads', 'qualified', 'won', 'deal_kop', 'rewards_kop', 'paid_kop'] as const) {
    expect(whole[name]).toBeGreaterThan(0);
    expect(ofSources.reduce((sum, figures) => sum + figures[name], 0)).toBe(whole[name]);
  }
  expect(ofSources.map(({ leads, paid_partners }) => [leads, paid_partners])).toEqual([
    ...[
      [0, 0],
      [0, 0],
      [2, 1],
      [1, 1],
      [0, 0],
    ],
  ]);
});

test('a source is combined with a partner, and visits have no source', async () => {
  expect(await summary(`source=partner&partner=${anna.id}`)).toMatchObject({
    ...{ leads: 1, won: 0, rewards_kop: 0, paid_kop: 0, paid_partners: 0, clicks: 0 },
  });
  const { current } = ok<HomeSeries>(
    await world.boss.get(`/api/home/series/?source=partner&metric=rewards_kop`),
  );
  const { rewards_kop } = await summary('source=partner');
  expect(current.points.reduce((sum, { value }) => sum + value, 0)).toBe(rewards_kop);
});

test('an unknown source is refused', async () => {
  expect(await world.boss.get('/api/home/summary/?source=radio')).toMatchObject({ status: 400 });
});

test('the lists of partners, programs and sources are filtered by the others, but not by themselves', async () => {
  const getNames = ({ partners, programs: found, sources }: HomeTop) => ({
    partners: partners.map(({ partner }) => partner.id).toSorted(),
    programs: found.map(({ program, leads }) => [program.id, leads]),
    sources: sources.filter(({ leads }) => leads > 0).map(({ source, leads }) => [source, leads]),
  });
  const [first, second] = programs;
  const bothPartners = [anna.id, boris.id].toSorted();
  const whole = {
    partners: bothPartners,
    programs: [
      [first, 2],
      [second, 1],
    ],
    sources: [
      ['partner', 2],
      ['organization', 1],
    ],
  };
  expect(getNames(await top('by=leads'))).toEqual(whole);
  expect(getNames(await top('by=leads&source=organization'))).toEqual({
    partners: [anna.id],
    programs: [[first, 1]],
    sources: whole.sources,
  });
  expect(getNames(await top(`by=leads&partner=${boris.id}`))).toEqual({
    partners: bothPartners,
    programs: [[second, 1]],
    sources: [['partner', 1]],
  });
  expect(getNames(await top(`by=leads&program=${first}`))).toEqual({
    partners: [anna.id],
    programs: whole.programs,
    sources: [
      ['partner', 1],
      ['organization', 1],
    ],
  });
});

test('the best partners of a source have the rewards of its leads', async () => {
  const { partners } = await top('source=partner');
  expect(partners).toMatchObject([
    {
      partner: { id: boris.id },
      leads: 1,
      won: 1,
      rewards_kop: (await summary('source=partner')).rewards_kop,
    },
  ]);
});
