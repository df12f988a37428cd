import type { Accrual, Lead, Page, Program, Sale } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { api, ok, type World } from '../setup/world.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});

const DAY_SECONDS = 24 * 60 * 60;
const CAPPED = { kind: 'percent', percent_bps: 1000, cap_per_partner_kop: 150_000, cap_period: 'month' };
const LIFETIME = { ...CAPPED, applies_to: 'lifetime' };

async function scene(reward: object = CAPPED) {
  // Each test starts on the second day of a month, so that its days are in one month.
  const now = world.server.now();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 9);
  world.server.advance((next - now.getTime()) / 1000);
  const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0 });
  const { card } = await world.partner();
  partners.push(card.id);
  await world.enroll(program.id, card.id);
  return { program, partner: card.id };
}

const move = async (id: string, to: string, more: object = {}) => {
  const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
  return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
};
/** Wins a lead, for 10,000 ₽ by default. */
async function win({ program, partner }: { program: Program; partner: string }, deal_amount_kop = 1_000_000) {
  const { id } = await world.lead(program.id, { partner });
  await move(id, 'in_progress');
  await move(id, 'won', { deal_amount_kop });
  return id;
}
const readLead = async (id: string) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
const accrualsOf = async (partner: string) =>
  ok<Page<Accrual>>(
    await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`),
  ).results.filter(({ status }) => status !== 'canceled');
const amounts = async (partner: string) => (await accrualsOf(partner)).map(({ amount_kop }) => amount_kop);
const total = async (partner: string) => (await amounts(partner)).reduce((sum, kop) => sum + kop, 0);
const salesOf = async (partner: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?partner=${partner}&ordering=paid_on`)).results;
const dealOf = async (partner: string, lead: string) => {
  const sale = (await salesOf(partner)).find((one) => one.lead?.id === lead && one.refund_of === null);
  if (sale === undefined) throw new Error('no sale');
  return sale;
};
const refund = async (id: string, amount_kop: number) =>
  ok<Sale>(await world.boss.post(`${api}/sales/${id}/refund/`, { amount_kop, paid_on: world.today() }));
const change = async (sale: Sale, body: object) =>
  ok<Sale>(await world.boss.patch(`${api}/sales/${sale.id}/`, { ...body, version: sale.version }));

describe('the cap of a month', () => {
  test('leaves the rest to the deal that crosses it, and nothing to later ones', async () => {
    const at = await scene();
    const [, second, third] = [await win(at), await win(at), await win(at)];
    expect(await amounts(at.partner)).toEqual([100_000, 50_000]);
    const [, rest] = await accrualsOf(at.partner);
    expect(rest?.explanation.replaceAll(/\s/g, ' ')).toContain(
      '10 % от 10 000,00 ₽, достигнут предел 1 500,00 ₽ за месяц; ',
    );
    expect((await readLead(second)).cap_reached).toBeNull();
    expect((await readLead(third)).cap_reached?.replaceAll(/\s/g, ' ')).toBe(
      'Достигнут предел 1 500,00 ₽ за месяц',
    );
  });

  test('starts again in the next month', async () => {
    const at = await scene();
    await win(at, 3_000_000);
    world.server.advance(31 * DAY_SECONDS);
    await win(at);
    expect(await amounts(at.partner)).toEqual([150_000, 100_000]);
  });

  test('gives the free part of a lost deal to the next deal, and never more', async () => {
    const at = await scene();
    const [first] = [await win(at), await win(at)];
    await move(first, 'lost', { reason_code: 'refused' });
    expect(await total(at.partner)).toBe(50_000);
    await win(at, 800_000);
    expect(await total(at.partner)).toBe(130_000);
    await move(first, 'in_progress', { reason_comment: 'Вернулся' });
    await move(first, 'won', { deal_amount_kop: 1_000_000 });
    expect(await total(at.partner)).toBe(150_000);
  });

  test('stays after a refund, and limits an amount that grows again', async () => {
    const at = await scene();
    const first = await win(at, 1_000_000);
    await refund((await dealOf(at.partner, first)).id, 500_000);
    await win(at, 1_000_000);
    expect(await total(at.partner)).toBe(150_000);
    await change(await dealOf(at.partner, first), { amount_kop: 4_000_000 });
    expect(await total(at.partner)).toBe(150_000);
  });

  test('counts a deal in the month that its day moves to', async () => {
    const at = await scene();
    await win(at, 1_500_000);
    const moved = await win(at);
    expect(await total(at.partner)).toBe(150_000);
    const before = new Date(world.server.now().getTime() - 5 * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    await change(await dealOf(at.partner, moved), { paid_on: before });
    expect(await total(at.partner)).toBe(250_000);
    await change(await dealOf(at.partner, moved), { paid_on: world.today() });
    expect(await total(at.partner)).toBe(150_000);
  });

  test('is that of one partner in one program', async () => {
    const at = await scene();
    await win(at, 2_000_000);
    const { card } = await world.partner();
    partners.push(card.id);
    await world.enroll(at.program.id, card.id);
    await win({ program: at.program, partner: card.id });
    expect([await total(at.partner), await total(card.id)]).toEqual([150_000, 100_000]);
  });

  test('counts the rewards of a former rule of the program', async () => {
    const at = await scene({ kind: 'fixed', fixed_kop: 120_000 });
    await win(at);
    const { version } = ok<Program>(await world.boss.get(`${api}/programs/${at.program.id}/`));
    ok(await world.boss.patch(`${api}/programs/${at.program.id}/`, { reward: CAPPED, version }));
    await win(at);
    expect(await amounts(at.partner)).toEqual([120_000, 30_000]);
  });
});

test('a canceled reward leaves its part free, and a restored one takes the rest of the cap', async () => {
  const at = await scene();
  await win(at);
  const [first] = await accrualsOf(at.partner);
  ok(await world.boss.post(`${api}/accruals/${first?.id}/cancel/`, { reason: 'Проверяем' }));
  await win(at, 1_200_000);
  ok(await world.boss.post(`${api}/accruals/${first?.id}/restore/`, { reason: 'Проверили' }));
  expect(await total(at.partner)).toBe(150_000);
});

test('the preview of new terms limits the earnings of each partner', async () => {
  const at = await scene({ kind: 'percent', percent_bps: 1000 });
  const now = world.server.now();
  const quarter = Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3 + 3, 5, 9);
  world.server.advance((quarter - now.getTime()) / 1000);
  await win(at);
  await win(at);
  world.server.advance(90 * DAY_SECONDS);
  const preview = async (reward: object) =>
    ok(await world.boss.post(`${api}/programs/${at.program.id}/terms-preview/`, { reward }));
  expect(await preview(CAPPED)).toMatchObject({ leads: 2, before_kop: 200_000, after_kop: 150_000 });
});

describe('a cap with rewards for every sale', () => {
  test('limits deals and later sales together', async () => {
    const at = await scene(LIFETIME);
    const lead = await win(at);
    const { client } = await dealOf(at.partner, lead);
    const sell = async () =>
      ok<Sale>(
        await world.boss.post(`${api}/sales/`, {
          client: client.id,
          amount_kop: 400_000,
          paid_on: world.today(),
        }),
      );
    const [second, third] = [await sell(), await sell()];
    expect([second.reward_kop, third.reward_kop]).toEqual([40_000, 10_000]);
    const fourth = await sell();
    expect([fourth.reward_kop, fourth.cap_reached?.replaceAll(/\s/g, ' ')]).toEqual([
      0,
      'Достигнут предел 1 500,00 ₽ за месяц',
    ]);
    await refund(second.id, 400_000);
    expect(await total(at.partner)).toBe(110_000);
    const fifth = await sell();
    expect(fifth.reward_kop).toBe(40_000);
    expect(await total(at.partner)).toBe(150_000);
  });
});

test('a cap of all time needs no period, and a cap is described in the reward', async () => {
  const { cap_period: _, ...cap } = CAPPED;
  const at = await scene(cap);
  expect(at.program.reward).toMatchObject({ cap_per_partner_kop: 150_000, cap_period: 'life' });
  await win(at, 1_200_000);
  world.server.advance(400 * DAY_SECONDS);
  await win(at);
  expect(await amounts(at.partner)).toEqual([120_000, 30_000]);
});
