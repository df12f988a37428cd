import { describe, expect, test } from 'vitest';
import {
  isSettled,
  type MoneyFixture,
  ON_QUALIFIED,
  ON_WON,
  REWARD_STATES,
  useMoneyFixture,
} from '../setup/money-fixture.ts';
import { selectCases } from '../setup/sweep.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});

describe('a lead transition that earns a reward', () => {
  test.each([
    { on: 'lead_qualified', terms: ON_QUALIFIED, to: 'qualified', kop: 50_000 },
    { on: 'lead_qualified', terms: ON_QUALIFIED, to: 'won', kop: 50_000 },
    { on: 'deal_won', terms: ON_WON, to: 'won', kop: 75_000 },
  ] as const)('creates a reward at $to under a rule on $on', async ({ terms, to, kop }) => {
    const { partner, id } = await fixture.createReward(terms, to);
    expect(await fixture.entriesOf(partner)).toEqual([['reward', kop, 'hold']]);
    const [reward] = await fixture.accrualsOf(partner);
    expect(await fixture.leadRow(id)).toMatchObject({ reward_id: reward?.id });
    await fixture.expectConsistentMoney(partner);
  });

  test('creates no reward at qualified under a rule on deal_won', async () => {
    const { program, partner } = await fixture.createTerms(ON_WON);
    const { id } = await fixture.lead(program, partner);
    await fixture.move(id, 'qualified');
    expect(await fixture.entriesOf(partner)).toEqual([]);
  });

  test('creates no reward without a partner', async () => {
    const { program, partner } = await fixture.createTerms(ON_QUALIFIED);
    const { id } = await fixture.lead(program, partner, { partner: undefined });
    await fixture.move(id, 'qualified');
    expect(await fixture.leadRow(id)).toMatchObject({ reward_id: null });
  });

  test.each(REWARD_STATES)(
    'creates no second reward while the first one is in the state %s',
    async (state) => {
      const { partner, id } = await fixture.createReward(ON_QUALIFIED, 'qualified');
      await fixture.advanceRewards(partner, state);
      await fixture.move(id, 'won', 1_000_000);
      expect(await fixture.entriesOf(partner)).toHaveLength(1);
      await fixture.expectConsistentMoney(partner);
    },
  );

  test.each([
    { on: 'lead_qualified', terms: ON_QUALIFIED, at: 'qualified' },
    { on: 'deal_won', terms: ON_WON, at: 'won' },
  ] as const)('creates a new reward on $on after the first one was reversed', async ({ terms, at }) => {
    const { partner, id, kop } = await fixture.createReward(terms, at);
    await fixture.move(id, 'lost');
    await fixture.move(id, 'in_progress');
    await fixture.move(id, at);
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', kop, 'canceled'],
      ['reward', kop, 'hold'],
    ]);
    await fixture.expectConsistentMoney(partner);
  });
});

const TRANSITIONS = [
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'qualified', to: 'lost' },
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'qualified', to: 'rejected' },
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'qualified', to: 'in_progress' },
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'won', to: 'lost' },
  { on: 'deal_won', terms: ON_WON, from: 'won', to: 'lost' },
] as const;
const isOpen = (state: string) => ['requested', 'draft'].includes(state);
const inAll = TRANSITIONS.flatMap((transition) => REWARD_STATES.map((state) => ({ ...transition, state })));

describe('a lead transition that loses the reward', () => {
  test.each(selectCases(inAll))(
    'from $from to $to under a rule on $on cancels or reverses a reward in the state $state',
    async ({ terms, from, to, state }) => {
      const { partner, id, kop } = await fixture.createReward(terms, from);
      await fixture.advanceRewards(partner, state);
      await fixture.move(id, to);
      const status = state === 'paid' ? 'paid' : 'reserved';
      expect(await fixture.entriesOf(partner)).toEqual(
        isSettled(state)
          ? [
              ['reward', kop, status],
              ['reversal', -kop, 'available'],
            ]
          : [['reward', kop, 'canceled']],
      );
      const [payment] = await fixture.paymentsOf(partner);
      expect(payment?.status).toBe(isOpen(state) ? 'canceled' : isSettled(state) ? state : undefined);
      expect(await fixture.leadRow(id)).toMatchObject({ status: to, reward_id: null });
      await fixture.expectConsistentMoney(partner);
    },
  );

  test.each(['requested', 'draft'] as const)(
    'removes the reward from a %s payment and recalculates its amount',
    async (state) => {
      const { partner, id, kop } = await fixture.createReward(ON_WON, 'won');
      await fixture.bonus(partner, 30_000);
      await fixture.advanceRewards(partner, state);
      const [before] = await fixture.paymentsOf(partner);
      expect(before?.amount_kop).toBe(kop + 30_000);
      await fixture.move(id, 'lost');
      expect(await fixture.paymentsOf(partner)).toMatchObject([
        { status: state, amount_kop: 30_000, version: (before?.version ?? 0) + 1 },
      ]);
      expect(await fixture.entriesOf(partner)).toEqual([
        ['reward', kop, 'canceled'],
        ['bonus', 30_000, 'reserved'],
      ]);
      await fixture.expectConsistentMoney(partner);
    },
  );

  test('a reversal reduces the next payment, and stays open while nothing is available', async () => {
    const { partner, id, kop } = await fixture.createReward(ON_WON, 'won');
    await fixture.advanceRewards(partner, 'paid');
    await fixture.move(id, 'lost');
    await expect(
      fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, undefined),
    ).rejects.toMatchObject({
      response: { status: 409, body: { code: 'below_minimum', missing_kop: kop + 1 } },
    });
    await fixture.bonus(partner, kop + 100);
    const next = await fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, undefined);
    expect(next).toMatchObject({ amount_kop: 100, accruals: 2 });
    await fixture.expectConsistentMoney(partner);
  });

  test('a payment of selected accruals always includes the reversals', async () => {
    const { partner, id, kop } = await fixture.createReward(ON_WON, 'won');
    await fixture.advanceRewards(partner, 'paid');
    await fixture.move(id, 'lost');
    await fixture.bonus(partner, kop + 100);
    await fixture.bonus(partner, 500);
    const bonuses = await fixture.ledger.db
      .selectFrom('accruals')
      .select('id')
      .where('partner_id', '=', partner.id)
      .where('amount_kop', '=', kop + 100)
      .execute();
    const accruals = bonuses.map((bonus) => bonus.id);
    const next = await fixture.ledger.payments.create(
      fixture.staff,
      { partner: partner.id, accruals },
      undefined,
    );
    expect(next).toMatchObject({ amount_kop: 100, accruals: 2 });
    await fixture.expectConsistentMoney(partner);
  });
});
