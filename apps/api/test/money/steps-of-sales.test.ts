import type { Accrual, Page, Sale, TermsPreview } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { api, ok, type World } from '../setup/world.ts';
import { createWorldDeals } from '../setup/world-deals.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});
const { change, move, win } = createWorldDeals(() => world);

const BY_TURNOVER = {
  kind: 'tiered',
  measure: 'turnover',
  period: 'month',
  applies_to: 'lifetime',
  tiers: [
    { from: 0, percent_bps: 1000 },
    { from: 1_500_000, percent_bps: 1200 },
  ],
};

/** Moves to the second day of the next period of some months. */
function startPeriod(months: number) {
  const now = world.server.now();
  const month = (Math.floor(now.getUTCMonth() / months) + 1) * months;
  world.server.setClock(new Date(Date.UTC(now.getUTCFullYear(), month, 2, 9)));
}

/** A partner with a won lead for 10,000 ₽ on the second day of a month. */
async function scene(reward: object = BY_TURNOVER, months = 1) {
  startPeriod(months);
  const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0 });
  const { card } = await world.partner();
  partners.push(card.id);
  await world.enroll(program.id, card.id);
  const lead = await win(program, card.id);
  return { program, partner: card.id, lead, client: lead.client?.id ?? '' };
}

const sell = async (client: string, amount_kop: number, body: object = {}) =>
  ok<Sale>(await world.boss.post(`${api}/sales/`, { client, amount_kop, paid_on: world.today(), ...body }));
const refund = async ({ id }: Sale, amount_kop: number) =>
  ok<Sale>(await world.boss.post(`${api}/sales/${id}/refund/`, { amount_kop, paid_on: world.today() }));
const accrualsOf = async (partner: string) =>
  ok<Page<Accrual>>(
    await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`),
  ).results.filter(({ status }) => status !== 'canceled');
const amounts = async (partner: string) => (await accrualsOf(partner)).map(({ amount_kop }) => amount_kop);

describe('steps by turnover with rewards for every sale', () => {
  test('reward each sale by the turnover of deals and sales before it', async () => {
    const { program, partner, client } = await scene();
    await sell(client, 500_000);
    await sell(client, 200_000);
    await win(program, partner);
    expect(await amounts(partner)).toEqual([100_000, 50_000, 24_000, 120_000]);
    expect((await accrualsOf(partner))[2]?.explanation.replaceAll(/\s/g, ' ')).toContain(
      '12 % от 2 000,00 ₽, ставка после 15 000,00 ₽ за месяц, до этой оплаты 15 000,00 ₽; ',
    );
  });

  test('start again in the next month, also for a sale whose day moves there', async () => {
    const { partner, client } = await scene();
    await sell(client, 500_000);
    const last = await sell(client, 200_000);
    startPeriod(1);
    await change(last, { paid_on: world.today() });
    expect(await amounts(partner)).toEqual([100_000, 50_000, 24_000, -4000]);
    await sell(client, 1_500_000);
    expect((await amounts(partner)).at(-1)).toBe(150_000);
  });

  test('stay when a refund lowers the turnover, and count without it for the next sale', async () => {
    const { partner, client } = await scene();
    const first = await sell(client, 500_000);
    await sell(client, 200_000);
    await refund(first, 500_000);
    expect(await amounts(partner)).toEqual([100_000, 24_000]);
    await sell(client, 100_000);
    expect((await amounts(partner)).at(-1)).toBe(10_000);
  });

  test('give the free start of a lost deal to the next one', async () => {
    const { program, partner, client, lead } = await scene();
    await sell(client, 500_000);
    await sell(client, 200_000);
    await move(lead.id, 'lost', { reason_code: 'refused' });
    expect(await amounts(partner)).toEqual([50_000, 24_000]);
    await win(program, partner);
    expect((await amounts(partner)).at(-1)).toBe(100_000);
  });

  test('respect the cap per partner', async () => {
    const reward = { ...BY_TURNOVER, cap_per_partner_kop: 160_000, cap_period: 'month' };
    const { partner, client } = await scene(reward);
    await sell(client, 500_000);
    await sell(client, 200_000);
    expect(await amounts(partner)).toEqual([100_000, 50_000, 10_000]);
  });

  test('end with the number of rewarded sales', async () => {
    const { partner, client } = await scene({
      ...BY_TURNOVER,
      applies_to: 'first_sales',
      applies_to_limit: 2,
    });
    await sell(client, 500_000);
    await sell(client, 200_000);
    expect(await amounts(partner)).toEqual([100_000, 50_000]);
  });

  test('follow the calendar of Kamchatka', async () => {
    ok(await world.boss.patch(`${api}/organization/`, { time_zone: 'Asia/Kamchatka' }));
    const { partner, client } = await scene();
    await sell(client, 500_000);
    const now = world.server.now();
    world.server.setClock(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 12, 30)));
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
    const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    await sell(client, 200_000, { paid_on: next });
    expect((await amounts(partner)).at(-1)).toBe(20_000);
  });
});

test('the preview counts deals and sales by their days', async () => {
  const { program } = await (async () => {
    const at = await scene({ kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' }, 3);
    world.server.advance(24 * 60 * 60);
    await sell(at.client, 500_000);
    await sell(at.client, 200_000);
    world.server.advance(24 * 60 * 60);
    await win(at.program, at.partner);
    return at;
  })();
  startPeriod(3);
  const preview = ok<TermsPreview>(
    await world.boss.post(`${api}/programs/${program.id}/terms-preview/`, { reward: BY_TURNOVER }),
  );
  expect(preview).toMatchObject({ before_kop: 270_000, after_kop: 294_000 });
});

test.each([
  ['count', { measure: 'count' }, /считайте сумму сделок/],
  ['a whole period', { mode: 'whole_period' }, /только за первые покупки/],
  ['no number of months', { applies_to: 'sales_for_months' }, /Укажите число месяцев/],
])('steps with %s are refused for every sale', async (_, more, problem) => {
  partners.push((await world.partner()).card.id);
  const body = { name: 'Ступени', reward_event: 'deal_won', reward: { ...BY_TURNOVER, ...more } };
  const { status, body: answer } = await world.boss.post(`${api}/programs/`, body);
  expect(status).toBe(400);
  expect(JSON.stringify(answer)).toMatch(problem);
});
