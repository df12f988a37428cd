import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { type MoneyFixture, useMoneyFixture, WHY } from '../setup/money-fixture.ts';
import { createDeals, stepRule, dealTerms as terms } from '../setup/step-deals.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});
const { win, rewards, saleOf, refund, changeReward, setZone } = createDeals(() => fixture);

const BY_COUNT = stepRule(['count', 'month'], 'fixed_kop', { 0: 1000, 2: 3000 });
const BY_TURNOVER = stepRule(['turnover', 'quarter'], 'percent_bps', { 0: 1000, 500000: 1200 });

describe('steps by the number of deals in a month', () => {
  test('start again with each month of the organization', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_COUNT));
    for (let deal = 0; deal < 3; deal += 1) await win(program, partner);
    expect(await rewards(partner)).toEqual([1000, 1000, 3000]);
    fixture.ledger.setClock(new Date('2026-04-01T09:00:00Z'));
    await win(program, partner);
    expect(await rewards(partner)).toEqual([1000, 1000, 3000, 1000]);
    await fixture.expectConsistentMoney(partner);
  });

  test('change between the ninth and the tenth deal', async () => {
    const rule = stepRule(['count', 'month'], 'fixed_kop', { 0: 1000, 9: 3000 });
    const { program, partner } = await fixture.createTerms(terms(rule));
    for (let deal = 0; deal < 11; deal += 1) await win(program, partner);
    expect(await rewards(partner)).toEqual([...Array.from({ length: 9 }, () => 1000), 3000, 3000]);
    const [last] = (await fixture.accrualsOf(partner)).slice(-2);
    expect(last?.explanation).toMatch(/^30,00\s₽ за 10-й лид за месяц, ставка с 10-го лида; /);
  });

  test('give a deal that is won again its own step, and a freed step to the next deal', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_COUNT));
    const [first] = [await win(program, partner), await win(program, partner), await win(program, partner)];
    await fixture.move(first, 'lost');
    await fixture.move(first, 'in_progress');
    await win(program, partner);
    expect(await rewards(partner)).toEqual([1000, 3000, 1000]);
    await fixture.move(first, 'won', 100_000);
    expect(await rewards(partner)).toEqual([1000, 3000, 1000, 3000]);
    await fixture.expectConsistentMoney(partner);
  });

  test('count deals that were rewarded by the former rule of the program in the month', async () => {
    const { program, partner } = await fixture.createTerms(terms({ kind: 'fixed', fixed_kop: 500 }));
    await win(program, partner);
    await win(program, partner);
    await changeReward(program, BY_COUNT);
    await win(program, partner);
    expect(await rewards(partner)).toEqual([500, 500, 3000]);
  });

  test('never share a place by any statement', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_COUNT));
    const [, second] = [await win(program, partner), await win(program, partner)];
    const share = sql`update claims set step_before = 0 where lead_id = ${second}`.execute(fixture.db);
    await expect(share).rejects.toThrow('claims_steps');
  });
});

describe('the period of a deal', () => {
  afterEach(() => setZone('Europe/Moscow'));

  test('is that of its day in the time zone of the organization', async () => {
    await setZone('Asia/Kamchatka');
    const { program, partner } = await fixture.createTerms(terms(BY_COUNT));
    fixture.ledger.setClock(new Date('2026-03-31T11:59:00Z'));
    for (let deal = 0; deal < 3; deal += 1) await win(program, partner);
    fixture.ledger.setClock(new Date('2026-03-31T12:00:00Z'));
    await win(program, partner);
    expect(await rewards(partner)).toEqual([1000, 1000, 3000, 1000]);
  });

  test('starts again at the end of a year', async () => {
    const { program, partner } = await fixture.createTerms(terms({ ...BY_COUNT, period: 'year' }));
    fixture.ledger.setClock(new Date('2026-12-31T20:59:00Z'));
    for (let deal = 0; deal < 3; deal += 1) await win(program, partner);
    fixture.ledger.setClock(new Date('2026-12-31T21:00:00Z'));
    await win(program, partner);
    expect(await rewards(partner)).toEqual([1000, 1000, 3000, 1000]);
  });

  test('follows the day of the payment: a deal that moves to another month takes a step there', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_COUNT));
    const leads = [await win(program, partner), await win(program, partner), await win(program, partner)];
    const { id, version } = await saleOf(partner, leads[2] ?? '');
    await fixture.ledger.sales.update(fixture.staff, id, { version, paid_on: '2026-02-27' });
    expect(await rewards(partner)).toEqual([1000, 1000, 3000, -2000]);
    await win(program, partner);
    expect(await rewards(partner)).toEqual([1000, 1000, 3000, -2000, 3000]);
    await fixture.expectConsistentMoney(partner);
  });
});

describe('steps by turnover', () => {
  test('take the turnover of the quarter before each deal', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_TURNOVER));
    await win(program, partner, 400_000);
    await win(program, partner, 100_000);
    await win(program, partner, 200_000);
    expect(await rewards(partner)).toEqual([40_000, 10_000, 24_000]);
    const last = (await fixture.accrualsOf(partner)).at(-1);
    expect(last?.explanation).toMatch(
      /^12\s% от 2\s000,00\s₽, ставка после 5\s000,00\s₽ за квартал, до этой сделки 5\s000,00\s₽; /,
    );
    fixture.ledger.setClock(new Date('2026-04-01T09:00:00Z'));
    await win(program, partner, 100_000);
    expect((await rewards(partner)).at(-1)).toBe(10_000);
    await fixture.expectConsistentMoney(partner);
  });

  test('count a deal without its refunds, and keep what earlier deals took', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_TURNOVER));
    const first = await win(program, partner, 500_000);
    await win(program, partner, 100_000);
    await refund(partner, first, 400_000);
    await win(program, partner, 100_000);
    expect(await rewards(partner)).toEqual([50_000, 12_000, -40_000, 10_000]);
    await fixture.expectConsistentMoney(partner);
  });

  test('give a deal that is won again its former position', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_TURNOVER));
    const first = await win(program, partner, 500_000);
    await win(program, partner, 100_000);
    await fixture.move(first, 'lost');
    await fixture.move(first, 'in_progress');
    await fixture.move(first, 'won', 500_000);
    expect(await rewards(partner)).toEqual([12_000, 50_000]);
    await fixture.expectConsistentMoney(partner);
  });

  test('are given back by a canceled reward and taken again by its restoration', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_TURNOVER));
    await win(program, partner, 500_000);
    const [reward] = await fixture.accrualsOf(partner);
    await fixture.ledger.accruals.cancel(fixture.staff, reward?.id ?? '', WHY);
    await win(program, partner, 100_000);
    expect(await rewards(partner)).toEqual([10_000]);
    await fixture.ledger.accruals.restore(fixture.staff, reward?.id ?? '', WHY);
    expect(await rewards(partner)).toEqual([10_000, 50_000]);
    await fixture.expectConsistentMoney(partner);
  });
});

test.each([
  ['percentages of leads', { ...BY_COUNT, tiers: [{ from: 0, percent_bps: 100 }] }],
  ['a turnover of leads', { ...BY_TURNOVER, tiers: [{ from: 0, fixed_kop: 100 }] }],
])('tiers by %s are refused', async (_, reward) => {
  await expect(fixture.createTerms({ reward_event: 'lead_qualified', reward })).rejects.toMatchObject({
    response: { status: 400 },
  });
});
