import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { DAY_SECONDS, type Person } from '../setup/ledger.ts';
import { createMoneyFixture, type MoneyFixture, ON_QUALIFIED, ON_WON, WHY } from '../setup/money-fixture.ts';

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
});
afterAll(() => database.drop());

const refused = (code: string) => ({ response: { status: 409, body: { code } } });
const NO_HOLD = { ...ON_WON, hold_days: 0 };

const find = async (partner: Person, kind: string) => {
  const match = (await fixture.accrualsOf(partner)).findLast((accrual) => accrual.kind === kind);
  if (match === undefined) throw new Error(`there is no ${kind}`);
  return match.id;
};
const act = (word: 'cancel' | 'review' | 'release' | 'restore', id: string) =>
  fixture.ledger.accruals[word](fixture.staff, id, WHY);
const setBudget = async (program: string, budget_kop: number | null) => {
  const { version } = await fixture.ledger.programs.get(fixture.staff, program);
  await fixture.ledger.programs.update(fixture.staff, program, { version, budget_kop });
};
const setMinimum = (kop: number) =>
  database.db
    .updateTable('organizations')
    .set({ default_min_payout_kop: kop })
    .where('id', '=', fixture.organizationId)
    .execute();
const form = (partner: Person, accruals?: string[]) =>
  fixture.ledger.payments.create(
    fixture.staff,
    { partner: partner.id, ...(accruals !== undefined && { accruals }) },
    undefined,
  );
/** Pays everything available. @returns the total paid so far in kopecks. */
async function payAll(partner: Person): Promise<number> {
  fixture.ledger.advance(40 * DAY_SECONDS);
  await form(partner).then(
    (payment) => fixture.advancePayment(payment, 'paid'),
    () => undefined,
  );
  return (await fixture.paymentsOf(partner))
    .filter(({ status }) => status === 'paid')
    .reduce((sum, { amount_kop }) => sum + amount_kop, 0);
}

describe('the claim of a lead', () => {
  test('pays the current amount of a deal that was lowered during a review of its reward', async () => {
    const { partner, id } = await fixture.createReward({ ...NO_HOLD, budget_kop: 1 }, 'won');
    expect(await fixture.entriesOf(partner)).toEqual([['reward', 75_000, 'review']]);
    await fixture.setDeal(id, 100_000);
    await act('release', await find(partner, 'reward'));
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', 75_000, 'available'],
      ['correction', -67_500, 'available'],
    ]);
    expect(await payAll(partner)).toBe(7500);
    await fixture.expectConsistentMoney(partner);
  });

  test('is paid completely when the deal exceeds the budget and returns below it', async () => {
    const { program, partner, id } = await fixture.createReward(NO_HOLD, 'won');
    await setBudget(program, 75_000);
    await fixture.setDeal(id, 1_500_000);
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', 75_000, 'review'],
      ['correction', 37_500, 'review'],
    ]);
    await fixture.expectConsistentMoney(partner);
    await fixture.setDeal(id, 1_000_000);
    expect(await payAll(partner)).toBe(75_000);
    await fixture.expectConsistentMoney(partner);
  });

  test('is paid once when the lead is lost and won again after its payment', async () => {
    const { partner, id } = await fixture.createReward(NO_HOLD, 'won');
    expect(await payAll(partner)).toBe(75_000);
    await fixture.move(id, 'lost');
    const reversal = await find(partner, 'reversal');
    await expect(act('cancel', reversal)).rejects.toMatchObject(refused('part_of_reward'));
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won');
    await expect(act('cancel', reversal)).rejects.toMatchObject(refused('part_of_reward'));
    expect(await payAll(partner)).toBe(75_000);
    await fixture.expectConsistentMoney(partner);
  });

  test('keeps a manual cancellation of its reward for every later change of the lead', async () => {
    const { partner, id } = await fixture.createReward(NO_HOLD, 'won');
    const payment = await form(partner);
    await fixture.advancePayment(payment, 'approved');
    await fixture.move(id, 'lost');
    await fixture.ledger.transitions.cancel(fixture.staff, payment.id, { reason: WHY });
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won');
    await act('cancel', await find(partner, 'reward'));
    await fixture.setDeal(id, 1_000_001);
    await fixture.setDeal(id, 2_000_000);
    await fixture.move(id, 'lost');
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won', 3_000_000);
    expect(await payAll(partner)).toBe(0);
    await fixture.expectConsistentMoney(partner);
  });

  test('gets the current reward when a manual cancellation is undone', async () => {
    const { partner, id } = await fixture.createReward(NO_HOLD, 'won');
    const reward = await find(partner, 'reward');
    await act('cancel', reward);
    expect(await fixture.ledger.accruals.get(fixture.staff, reward)).toMatchObject({ by_hand: true });
    await fixture.setDeal(id, 2_000_000);
    await act('restore', reward);
    expect(await fixture.ledger.accruals.get(fixture.staff, reward)).toMatchObject({ by_hand: false });
    await expect(act('restore', reward)).rejects.toMatchObject(refused('invalid_transition'));
    expect(await payAll(partner)).toBe(150_000);
    await fixture.expectConsistentMoney(partner);
  });

  test('gets no reward until the lead is won again when a cancellation is undone while it is lost', async () => {
    const { partner, id } = await fixture.createReward(NO_HOLD, 'won');
    const reward = await find(partner, 'reward');
    await act('cancel', reward);
    await fixture.move(id, 'lost');
    await act('restore', reward);
    expect(await payAll(partner)).toBe(0);
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won');
    expect(await payAll(partner)).toBe(75_000);
    await fixture.expectConsistentMoney(partner);
  });

  test.each(['cancel', 'review', 'release', 'restore'] as const)(
    'refuses the action %s for a single correction and names the reward',
    async (word) => {
      const { partner, id } = await fixture.createReward(ON_WON, 'won');
      await fixture.setDeal(id, 400_000);
      const correction = await find(partner, 'correction');
      const { part_of } = await fixture.ledger.accruals.get(fixture.staff, correction);
      expect(part_of?.id).toBe(await find(partner, 'reward'));
      await expect(act(word, correction)).rejects.toMatchObject({
        response: {
          body: { code: 'part_of_reward', detail: expect.stringContaining(part_of?.number ?? '-') },
        },
      });
      expect((await fixture.entriesOf(partner)).map(([, kop, status]) => [kop, status])).toEqual([
        [75_000, 'hold'],
        [-45_000, 'hold'],
      ]);
    },
  );

  test('puts a reward released by a canceled payment under review together with its corrections', async () => {
    const { partner, id } = await fixture.createReward({ ...NO_HOLD, budget_kop: 75_000 }, 'won');
    const payment = await form(partner);
    await fixture.setDeal(id, 1_500_000);
    await fixture.ledger.transitions.cancel(fixture.staff, payment.id, { reason: WHY });
    const reasons = (await fixture.accrualsOf(partner)).map(({ status, review_reason }) => [
      status,
      review_reason,
    ]);
    expect(reasons).toEqual([
      ['review', 'budget'],
      ['review', 'budget'],
    ]);
  });

  test('leaves both drafts when the deal falls below the amount in one of them', async () => {
    const { partner, id } = await fixture.createReward(NO_HOLD, 'won');
    await form(partner);
    await fixture.setDeal(id, 1_500_000);
    await form(partner);
    await fixture.setDeal(id, 100_000);
    await fixture.expectConsistentMoney(partner);
    expect(await payAll(partner)).toBe(7500);
  });

  test('is reviewed, released and canceled together with its corrections', async () => {
    const { partner, id } = await fixture.createReward(ON_WON, 'won');
    await fixture.setDeal(id, 2_000_000);
    const reward = await find(partner, 'reward');
    const statuses = async () => (await fixture.entriesOf(partner)).map(([, , status]) => status);
    await act('review', reward);
    expect(await statuses()).toEqual(['review', 'review']);
    await act('release', reward);
    expect(await statuses()).toEqual(['hold', 'hold']);
    await act('review', reward);
    await act('cancel', reward);
    expect(await statuses()).toEqual(['canceled', 'canceled']);
    await fixture.expectConsistentMoney(partner);
  });

  test('keeps the paid part of a raised deal when the rest is canceled manually', async () => {
    const { program, partner, id } = await fixture.createReward(NO_HOLD, 'won');
    expect(await payAll(partner)).toBe(75_000);
    await setBudget(program, 75_000);
    await fixture.setDeal(id, 2_000_000);
    const reward = await find(partner, 'reward');
    expect((await fixture.entriesOf(partner)).at(-1)).toEqual(['correction', 75_000, 'review']);
    await act('cancel', reward);
    expect((await fixture.entriesOf(partner)).at(-1)).toEqual(['correction', 75_000, 'canceled']);
    await fixture.setDeal(id, 2_000_001);
    await fixture.move(id, 'lost');
    expect((await fixture.entriesOf(partner)).at(-1)).toEqual(['reversal', -75_000, 'available']);
    await fixture.expectConsistentMoney(partner);
  });

  test('releases the rest of a raised deal through its paid reward', async () => {
    const { program, partner, id } = await fixture.createReward(NO_HOLD, 'won');
    expect(await payAll(partner)).toBe(75_000);
    await setBudget(program, 75_000);
    await fixture.setDeal(id, 2_000_000);
    await act('release', await find(partner, 'reward'));
    expect(await payAll(partner)).toBe(150_000);
    await expect(act('release', await find(partner, 'reward'))).rejects.toMatchObject(
      refused('invalid_transition'),
    );
    await fixture.expectConsistentMoney(partner);
  });

  test('cannot be reviewed or canceled while it is a debt, and a debt ends an open review', async () => {
    const { program, partner, id } = await fixture.createReward(NO_HOLD, 'won');
    await payAll(partner);
    await setBudget(program, 75_000);
    await fixture.setDeal(id, 2_000_000);
    await fixture.setDeal(id, 400_000);
    expect((await fixture.entriesOf(partner)).map(([, kop, status]) => [kop, status])).toEqual([
      [75_000, 'paid'],
      [75_000, 'available'],
      [-120_000, 'available'],
    ]);
    for (const word of ['review', 'cancel'] as const)
      await expect(act(word, await find(partner, 'reward'))).rejects.toMatchObject(refused('part_of_reward'));
    await fixture.expectConsistentMoney(partner);
  });

  test.each(['requested', 'draft'] as const)(
    'lowers the amount of a %s payment when the deal is lowered',
    async (state) => {
      const { partner, id } = await fixture.createReward(ON_WON, 'won');
      await fixture.bonus(partner, 30_000);
      await fixture.advanceRewards(partner, state);
      const [before] = await fixture.paymentsOf(partner);
      await fixture.setDeal(id, 400_000);
      const [payment] = await fixture.paymentsOf(partner);
      expect(payment).toMatchObject({
        status: state,
        amount_kop: 60_000,
        version: (before?.version ?? 0) + 1,
      });
      await fixture.expectConsistentMoney(partner);
    },
  );

  test('cannot be added to a payment in part', async () => {
    const { program, partner, id } = await fixture.createReward(NO_HOLD, 'won');
    await fixture.setDeal(id, 400_000);
    const other = await fixture.lead(program, partner);
    await fixture.move(other.id, 'in_progress');
    await fixture.move(other.id, 'won', 1_000_000);
    const payment = await form(partner, [await find(partner, 'reward')]);
    expect(payment.amount_kop).toBe(75_000);
    expect(await payAll(partner)).toBe(30_000);
    await fixture.expectConsistentMoney(partner);
  });

  test('takes the tier position that it returned when no other lead took it', async () => {
    const tiers = [
      { from: 0, fixed_kop: 1000 },
      { from: 1, fixed_kop: 5000 },
    ];
    const { program, partner } = await fixture.createTerms({
      ...ON_QUALIFIED,
      hold_days: 0,
      reward: { kind: 'tiered', tiers },
    });
    const [first, second] = [await fixture.lead(program, partner), await fixture.lead(program, partner)];
    await fixture.move(first.id, 'qualified');
    await fixture.move(second.id, 'qualified');
    await fixture.move(first.id, 'lost');
    await fixture.move(first.id, 'in_progress');
    await fixture.move(first.id, 'qualified');
    expect(await payAll(partner)).toBe(6000);
  });
});

describe('a payment with a blocker', () => {
  const WAYS = [
    { word: 'accept', at: 'requested' },
    { word: 'approve', at: 'draft' },
    { word: 'process', at: 'approved' },
    { word: 'retry', at: 'failed' },
  ] as const;
  const take = (id: string, word: (typeof WAYS)[number]['word']) =>
    fixture.ledger.transitions[word](fixture.staff, id, {});
  const formed = async (at: (typeof WAYS)[number]['at'] | 'processing') => {
    const { partner } = await fixture.createReward(ON_WON, 'won');
    await fixture.advanceRewards(partner, at);
    return { partner, id: (await fixture.paymentsOf(partner))[0]?.id ?? '' };
  };

  test.each(WAYS)(
    'cannot make the transition $word from $at below a raised minimum',
    async ({ word, at }) => {
      const { id } = await formed(at);
      await setMinimum(75_001);
      await expect(take(id, word)).rejects.toMatchObject({
        response: { status: 409, body: { code: 'below_minimum', missing_kop: 1 } },
      });
      await setMinimum(0);
      await take(id, word);
    },
  );

  test.each(WAYS)(
    'cannot make the transition $word from $at while the partner is blocked',
    async ({ word, at }) => {
      const { partner, id } = await formed(at);
      await fixture.ledger.partners.transition(fixture.staff, partner.id, 'block', { reason: WHY });
      await expect(take(id, word)).rejects.toMatchObject({
        response: { status: 409, body: { code: 'blocked', blockers: [{ code: 'partner_inactive' }] } },
      });
      await fixture.ledger.partners.transition(fixture.staff, partner.id, 'unblock', { reason: '' });
      await take(id, word);
    },
  );

  test.each(['approved', 'processing'] as const)(
    'is marked as paid in the status %s, because the bank has already paid it',
    async (at) => {
      const { partner, id } = await formed(at);
      await fixture.ledger.partners.transition(fixture.staff, partner.id, 'block', { reason: WHY });
      await setMinimum(900_000_000);
      await fixture.pay(id, randomUUID());
      expect((await fixture.paymentsOf(partner))[0]?.status).toBe('paid');
      await setMinimum(0);
    },
  );

  test('cannot be approved when a lost lead brings it below the minimum', async () => {
    const { partner, id } = await fixture.createReward(ON_WON, 'won');
    await fixture.bonus(partner, 30_000);
    await fixture.advanceRewards(partner, 'draft');
    await setMinimum(50_000);
    await fixture.move(id, 'lost');
    const [payment] = await fixture.paymentsOf(partner);
    await expect(take(payment?.id ?? '', 'approve')).rejects.toMatchObject({
      response: { body: { code: 'below_minimum', missing_kop: 20_000 } },
    });
    await setMinimum(0);
  });
});

test('a bonus above the rest of the program budget is put under review', async () => {
  const { program, partner } = await fixture.createTerms({ ...NO_HOLD, budget_kop: 10_000 });
  await fixture.bonus(partner, 4000, 'bonus', program);
  await fixture.bonus(partner, 6001, 'bonus', program);
  await fixture.bonus(partner, 500_000);
  expect((await fixture.entriesOf(partner)).map(([, kop, status]) => [kop, status])).toEqual([
    [4000, 'available'],
    [6001, 'review'],
    [500_000, 'available'],
  ]);
  await fixture.expectConsistentMoney(partner);
});

test('the database rejects a claim whose accruals do not add up', async () => {
  const { id } = await fixture.createReward(ON_WON, 'won');
  const increase = database.db
    .updateTable('claims')
    .set({ target_kop: 1_000_000 })
    .where('lead_id', '=', id)
    .execute();
  await expect(increase).rejects.toMatchObject({ code: '23001' });
});
