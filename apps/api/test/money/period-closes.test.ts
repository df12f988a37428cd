import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { Person } from '../setup/ledger.ts';
import { type MoneyFixture, useMoneyFixture, WHY } from '../setup/money-fixture.ts';
import { createDeals, stepRule, dealTerms as terms } from '../setup/step-deals.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});
const { win, rewards, saleOf, refund, changeReward, setZone } = createDeals(() => fixture);

const WHOLE = {
  ...stepRule(['count', 'quarter'], 'percent_bps', { 0: 1000, 2: 1200 }),
  mode: 'whole_period' as const,
};
const AFTER = new Date('2026-03-31T21:00:00Z');
const corrections = async (partner: Person) =>
  (await fixture.accrualsOf(partner)).filter(({ period_close_id }) => period_close_id !== null);
const close = () => fixture.ledger.closeDuePeriods();

test('a step for the whole period is paid as one correction once the quarter has ended in the zone of the organization', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  for (let deal = 0; deal < 3; deal += 1) await win(program, partner);
  expect(await rewards(partner)).toEqual([10_000, 10_000, 12_000]);
  fixture.ledger.setClock(new Date(AFTER.getTime() - 1000));
  await close();
  expect(await corrections(partner)).toEqual([]);
  fixture.ledger.setClock(AFTER);
  await close();
  expect(await corrections(partner)).toMatchObject([
    { kind: 'correction', amount_kop: 4000, status: 'available', program_id: program, created_by: null },
  ]);
  expect((await corrections(partner))[0]?.explanation).toMatch(
    /^Квартал с 1\sянв\s2026 закрыт: 3\sсделки на 3\s000,00\s₽, ставка 12\s% вместо 10\s%: \+40,00\s₽$/,
  );
  await fixture.expectConsistentMoney(partner);
});

test('a period is closed once by several processes and runs', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  for (let deal = 0; deal < 3; deal += 1) await win(program, partner);
  fixture.ledger.setClock(AFTER);
  await Promise.all([close(), close(), close()]);
  await close();
  expect(await corrections(partner)).toHaveLength(1);
});

test('a close costs nothing when the step was not reached', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  await win(program, partner);
  fixture.ledger.setClock(AFTER);
  await close();
  expect(await corrections(partner)).toEqual([]);
});

test('a step is taken back at the next close when a refund drops it, and returned when a late deal reaches it', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  const leads = [await win(program, partner), await win(program, partner)];
  fixture.ledger.setClock(AFTER);
  await close();
  expect((await corrections(partner)).map(({ amount_kop }) => amount_kop)).toEqual([4000]);
  await refund(partner, leads[0] ?? '', 100_000);
  await close();
  expect(await corrections(partner)).toHaveLength(1);
  fixture.ledger.setClock(new Date('2026-06-30T21:00:00Z'));
  await close();
  expect((await corrections(partner)).map(({ amount_kop }) => amount_kop)).toEqual([4000, -4000]);
  expect((await corrections(partner))[1]?.explanation).toMatch(
    /^Квартал с 1\sянв\s2026 пересчитан: 1\sсделка на 1\s000,00\s₽, ставка 10\s% вместо 12\s%: .40,00\s₽$/,
  );
  const late = await win(program, partner);
  const { id, version } = await saleOf(partner, late);
  await fixture.ledger.sales.update(fixture.staff, id, { version, paid_on: '2026-03-30' });
  fixture.ledger.setClock(new Date('2026-10-01T09:00:00Z'));
  await close();
  expect((await corrections(partner)).at(-1)?.amount_kop).toBeGreaterThan(0);
  await fixture.expectConsistentMoney(partner);
});

test('a close counts deals by other rules, and pays only those by its own rule', async () => {
  const { program, partner } = await fixture.createTerms(terms({ kind: 'fixed', fixed_kop: 500 }));
  await win(program, partner);
  await changeReward(program, WHOLE);
  await win(program, partner);
  fixture.ledger.setClock(AFTER);
  await close();
  expect(await rewards(partner)).toEqual([500, 10_000, 2000]);
  await fixture.expectConsistentMoney(partner);
});

test('a close cannot be canceled, and no statement can change its sum', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  for (let deal = 0; deal < 2; deal += 1) await win(program, partner);
  fixture.ledger.setClock(AFTER);
  await close();
  const [correction] = await corrections(partner);
  const cancel = fixture.ledger.accruals.cancel(fixture.staff, correction?.id ?? '', WHY);
  await expect(cancel).rejects.toMatchObject({ response: { status: 409 } });
  const change = sql`update period_closes set target_kop = 1 where id = ${correction?.period_close_id}`;
  await expect(change.execute(fixture.db)).rejects.toThrow('a closed period does not add up');
});

test('a close is reviewed when it exceeds the budget of the program', async () => {
  const { program, partner } = await fixture.createTerms({ ...terms(WHOLE), budget_kop: 22_000 });
  for (let deal = 0; deal < 2; deal += 1) await win(program, partner);
  fixture.ledger.setClock(AFTER);
  await close();
  const [correction] = await corrections(partner);
  expect(correction).toMatchObject({ status: 'review', review_reason: 'budget' });
  await fixture.ledger.accruals.release(fixture.staff, correction?.id ?? '', WHY);
  expect(await corrections(partner)).toMatchObject([{ status: 'available', amount_kop: 4000 }]);
  await fixture.expectConsistentMoney(partner);
});

test('a whole period needs a period that ends', async () => {
  await expect(fixture.createTerms(terms({ ...WHOLE, period: 'life' }))).rejects.toMatchObject({
    response: { status: 400 },
  });
});

const sums = async (partner: Person) => (await corrections(partner)).map(({ amount_kop }) => amount_kop);

test('a blocked partner gets the correction after a review, and a debt at once', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  const leads = [await win(program, partner), await win(program, partner)];
  await fixture.ledger.partners.transition(fixture.staff, partner.id, 'block', { reason: WHY });
  fixture.ledger.setClock(AFTER);
  await close();
  const [correction] = await corrections(partner);
  expect(correction).toMatchObject({ amount_kop: 4000, status: 'review', review_reason: 'partner_inactive' });
  await fixture.ledger.accruals.release(fixture.staff, correction?.id ?? '', WHY);
  await refund(partner, leads[0] ?? '', 100_000);
  fixture.ledger.setClock(new Date('2026-06-30T21:00:00Z'));
  await close();
  expect(await corrections(partner)).toMatchObject([
    { amount_kop: 4000, status: 'available' },
    { amount_kop: -4000, status: 'available', review_reason: null },
  ]);
  await fixture.expectConsistentMoney(partner);
});

test('a correction under review is replaced at the next close, and the review continues', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  const leads = [await win(program, partner), await win(program, partner), await win(program, partner)];
  fixture.ledger.setClock(AFTER);
  await close();
  const [correction] = await corrections(partner);
  await fixture.ledger.accruals.review(fixture.staff, correction?.id ?? '', WHY);
  await refund(partner, leads[0] ?? '', 100_000);
  fixture.ledger.setClock(new Date('2026-06-30T21:00:00Z'));
  await close();
  expect(await corrections(partner)).toMatchObject([
    { amount_kop: 4000, status: 'canceled' },
    { amount_kop: 2000, status: 'review', review_reason: 'manual' },
  ]);
  await fixture.expectConsistentMoney(partner);
});

test('a correction in a paid payment stays, and the next close takes the difference back as a debt', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  const leads = [await win(program, partner), await win(program, partner)];
  fixture.ledger.setClock(AFTER);
  await close();
  await fixture.advanceRewards(partner, 'paid');
  await fixture.move(leads[0] ?? '', 'lost');
  fixture.ledger.setClock(new Date('2026-06-30T21:00:00Z'));
  await close();
  expect(await corrections(partner)).toMatchObject([
    { amount_kop: 4000, status: 'paid' },
    { amount_kop: -4000, status: 'available' },
  ]);
  await fixture.expectConsistentMoney(partner);
});

test('a deal that reaches the boundary counts, and the period before it starts from zero', async () => {
  const { tiers } = stepRule(['count', 'month'], 'fixed_kop', { 0: 1000, 10: 3000 });
  const { program, partner } = await fixture.createTerms(terms({ ...WHOLE, period: 'month', tiers }));
  for (let deal = 0; deal < 9; deal += 1) await win(program, partner);
  fixture.ledger.setClock(new Date('2026-04-01T09:00:00Z'));
  await close();
  expect(await sums(partner)).toEqual([]);
  for (let deal = 0; deal < 10; deal += 1) await win(program, partner);
  fixture.ledger.setClock(new Date('2026-05-01T09:00:00Z'));
  await close();
  expect(await sums(partner)).toEqual([20_000]);
  await fixture.expectConsistentMoney(partner);
});

test('a late deal of a period without a close is closed at once', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  fixture.ledger.setClock(new Date('2026-04-02T09:00:00Z'));
  for (let deal = 0; deal < 2; deal += 1) {
    const { id, version } = await saleOf(partner, await win(program, partner));
    await fixture.ledger.sales.update(fixture.staff, id, { version, paid_on: '2026-03-30' });
  }
  await close();
  expect(await sums(partner)).toEqual([4000]);
  await fixture.expectConsistentMoney(partner);
});

test('the terms of a deal decide: one with other terms in mid-period keeps its pay and counts', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  await win(program, partner);
  const lines = [{ when: { amount_from_kop: 100_000 }, pay: { percent_bps: 3000 } }];
  await changeReward(program, { kind: 'percent', percent_bps: 500, lines });
  await win(program, partner);
  await win(program, partner, 50_000);
  fixture.ledger.setClock(AFTER);
  await close();
  expect(await rewards(partner)).toEqual([10_000, 30_000, 2500, 2000]);
  expect((await corrections(partner))[0]?.explanation).toMatch(
    /3\sсделки на 2\s500,00\s₽, ставка 12\s% вместо 10\s%/,
  );
  await fixture.expectConsistentMoney(partner);
});

test('a step by turnover follows a later sale whose reward stays the same', async () => {
  const LATER = { kind: 'fixed', fixed_kop: 700, applies_to: 'lifetime' };
  const turnover = {
    ...WHOLE,
    ...stepRule(['turnover', 'quarter'], 'percent_bps', { 0: 1000, 300000: 1500 }),
  };
  const { program, partner } = await fixture.createTerms(terms(LATER));
  const { client } = await saleOf(partner, await win(program, partner));
  const sold = { client: client.id, amount_kop: 50_000, paid_on: fixture.ledger.today() };
  const sale = await fixture.ledger.sales.create(fixture.staff, sold, undefined);
  await changeReward(program, turnover);
  await win(program, partner);
  fixture.ledger.setClock(AFTER);
  await close();
  expect(await sums(partner)).toEqual([]);
  await fixture.ledger.sales.update(fixture.staff, sale.id, { version: sale.version, amount_kop: 100_000 });
  fixture.ledger.setClock(new Date('2026-06-30T21:00:00Z'));
  await close();
  expect(await sums(partner)).toEqual([5000]);
  await fixture.expectConsistentMoney(partner);
});

test('a change that has no effect on the step corrects nothing', async () => {
  const { program, partner } = await fixture.createTerms(terms(WHOLE));
  const leads = [await win(program, partner), await win(program, partner), await win(program, partner)];
  fixture.ledger.setClock(AFTER);
  await close();
  const [correction] = await corrections(partner);
  await fixture.ledger.accruals.cancel(
    fixture.staff,
    (await fixture.accrualsOf(partner)).at(2)?.id ?? '',
    WHY,
  );
  await fixture.ledger.accruals.restore(
    fixture.staff,
    (await fixture.accrualsOf(partner)).at(2)?.id ?? '',
    WHY,
  );
  fixture.ledger.setClock(new Date('2026-06-30T21:00:00Z'));
  await close();
  expect(leads).toHaveLength(3);
  expect((await corrections(partner)).map(({ id }) => id)).toEqual([correction?.id]);
  await fixture.expectConsistentMoney(partner);
});

describe('the end of a period', () => {
  afterEach(() => setZone('Europe/Moscow'));

  test('is midnight in the zone of the organization', async () => {
    await setZone('Asia/Kamchatka');
    const { program, partner } = await fixture.createTerms(terms({ ...WHOLE, period: 'month' }));
    fixture.ledger.setClock(new Date('2026-03-31T11:59:00Z'));
    for (let deal = 0; deal < 2; deal += 1) await win(program, partner);
    fixture.ledger.setClock(new Date('2026-03-31T11:59:59Z'));
    await close();
    expect(await sums(partner)).toEqual([]);
    fixture.ledger.setClock(new Date('2026-03-31T12:00:00Z'));
    await win(program, partner);
    await close();
    expect(await sums(partner)).toEqual([4000]);
    expect((await corrections(partner))[0]?.explanation).toMatch(
      /^Месяц с 1\sмар\s2026 закрыт: 2\sсделки на 2\s000,00\s₽/,
    );
  });

  test('can be that of a year', async () => {
    const { program, partner } = await fixture.createTerms(terms({ ...WHOLE, period: 'year' }));
    fixture.ledger.setClock(new Date('2026-12-31T20:59:00Z'));
    for (let deal = 0; deal < 2; deal += 1) await win(program, partner);
    fixture.ledger.setClock(new Date('2026-12-31T21:00:00Z'));
    await win(program, partner);
    await close();
    expect(await sums(partner)).toEqual([4000]);
    expect((await corrections(partner))[0]?.explanation).toMatch(
      /^Год с 1\sянв\s2026 закрыт: 2\sсделки на 2\s000,00\s₽, ставка 12\s% вместо 10\s%: \+40,00\s₽$/,
    );
  });
});

test('no statement gives a rule with steps lines', async () => {
  const { program } = await fixture.createTerms(terms(WHOLE));
  const lines = JSON.stringify([{ when: { client: 'new' }, pay: { percent_bps: 3000 } }]);
  const insert = sql`
    insert into reward_rules (organization_id, id, program_id, version, event, kind, tiers, measure, period, mode, created_at, lines)
    select organization_id, gen_random_uuid(), program_id, version + 1, event, kind, tiers, measure, period, mode, created_at,
      ${lines}::jsonb
    from reward_rules where program_id = ${program}`;
  await expect(insert.execute(fixture.db)).rejects.toThrow('reward_rules_lines');
});
