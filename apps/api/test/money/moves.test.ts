import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import {
  createStage,
  isSettled,
  ON_QUALIFIED,
  ON_WON,
  REWARD_STATES,
  type Stage,
} from '../setup/money-stage.ts';
import { selectCases } from '../setup/sweep.ts';

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await reusedDatabase();
  stage = await createStage(database.db);
});
afterAll(() => database.drop());

describe('a lead transition that earns a reward', () => {
  test.each([
    { on: 'lead_qualified', terms: ON_QUALIFIED, to: 'qualified', kop: 50_000 },
    { on: 'lead_qualified', terms: ON_QUALIFIED, to: 'won', kop: 50_000 },
    { on: 'deal_won', terms: ON_WON, to: 'won', kop: 75_000 },
  ] as const)('to $to creates a reward under a rule on $on', async ({ terms, to, kop }) => {
    const { partner, id } = await stage.rewarded(terms, to);
    expect(await stage.said(partner)).toEqual([['reward', kop, 'hold']]);
    const [reward] = await stage.accrualsOf(partner);
    expect(await stage.leadRow(id)).toMatchObject({ reward_id: reward?.id });
    await stage.expectOrder(partner);
  });

  test('to qualified creates no reward under a rule on deal_won', async () => {
    const { program, partner } = await stage.terms(ON_WON);
    const { id } = await stage.lead(program, partner);
    await stage.move(id, 'qualified');
    expect(await stage.said(partner)).toEqual([]);
  });

  test('creates no reward without a partner', async () => {
    const { program, partner } = await stage.terms(ON_QUALIFIED);
    const { id } = await stage.lead(program, partner, { partner: undefined });
    await stage.move(id, 'qualified');
    expect(await stage.leadRow(id)).toMatchObject({ reward_id: null });
  });

  test.each(REWARD_STATES)(
    'creates no second reward while the first one is in the state %s',
    async (state) => {
      const { partner, id } = await stage.rewarded(ON_QUALIFIED, 'qualified');
      await stage.bringRewards(partner, state);
      await stage.move(id, 'won', 1_000_000);
      expect(await stage.said(partner)).toHaveLength(1);
      await stage.expectOrder(partner);
    },
  );

  test.each([
    { on: 'lead_qualified', terms: ON_QUALIFIED, at: 'qualified' },
    { on: 'deal_won', terms: ON_WON, at: 'won' },
  ] as const)('creates a new reward on $on after the first one was reversed', async ({ terms, at }) => {
    const { partner, id, kop } = await stage.rewarded(terms, at);
    await stage.move(id, 'lost');
    await stage.move(id, 'in_progress');
    await stage.move(id, at);
    expect(await stage.said(partner)).toEqual([
      ['reward', kop, 'canceled'],
      ['reward', kop, 'hold'],
    ]);
    await stage.expectOrder(partner);
  });
});

const LOSSES = [
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'qualified', to: 'lost' },
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'qualified', to: 'rejected' },
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'qualified', to: 'in_progress' },
  { on: 'lead_qualified', terms: ON_QUALIFIED, from: 'won', to: 'lost' },
  { on: 'deal_won', terms: ON_WON, from: 'won', to: 'lost' },
] as const;
const isOpen = (state: string) => ['requested', 'draft'].includes(state);
const inAll = LOSSES.flatMap((loss) => REWARD_STATES.map((state) => ({ ...loss, state })));

describe('a lead transition that loses the reward', () => {
  test.each(selectCases(inAll))(
    'from $from to $to under a rule on $on cancels or reverses a reward in the state $state',
    async ({ terms, from, to, state }) => {
      const { partner, id, kop } = await stage.rewarded(terms, from);
      await stage.bringRewards(partner, state);
      await stage.move(id, to);
      const kept = state === 'paid' ? 'paid' : 'reserved';
      expect(await stage.said(partner)).toEqual(
        isSettled(state)
          ? [
              ['reward', kop, kept],
              ['reversal', -kop, 'available'],
            ]
          : [['reward', kop, 'canceled']],
      );
      const [payment] = await stage.paymentsOf(partner);
      expect(payment?.status).toBe(isOpen(state) ? 'canceled' : isSettled(state) ? state : undefined);
      expect(await stage.leadRow(id)).toMatchObject({ status: to, reward_id: null });
      await stage.expectOrder(partner);
    },
  );

  test.each(['requested', 'draft'] as const)(
    'removes the reward from a %s payment and recalculates its amount',
    async (state) => {
      const { partner, id, kop } = await stage.rewarded(ON_WON, 'won');
      await stage.bonus(partner, 30_000);
      await stage.bringRewards(partner, state);
      const [before] = await stage.paymentsOf(partner);
      expect(before?.amount_kop).toBe(kop + 30_000);
      await stage.move(id, 'lost');
      expect(await stage.paymentsOf(partner)).toMatchObject([
        { status: state, amount_kop: 30_000, version: (before?.version ?? 0) + 1 },
      ]);
      expect(await stage.said(partner)).toEqual([
        ['reward', kop, 'canceled'],
        ['bonus', 30_000, 'reserved'],
      ]);
      await stage.expectOrder(partner);
    },
  );

  test('a reversal reduces the next payment, and stays open while nothing is available', async () => {
    const { partner, id, kop } = await stage.rewarded(ON_WON, 'won');
    await stage.bringRewards(partner, 'paid');
    await stage.move(id, 'lost');
    await expect(
      stage.ledger.payments.create(stage.staff, { partner: partner.id }, undefined),
    ).rejects.toMatchObject({
      answer: { status: 409, body: { code: 'below_minimum', missing_kop: kop + 1 } },
    });
    await stage.bonus(partner, kop + 100);
    const next = await stage.ledger.payments.create(stage.staff, { partner: partner.id }, undefined);
    expect(next).toMatchObject({ amount_kop: 100, accruals: 2 });
    await stage.expectOrder(partner);
  });

  test('a payment of selected accruals always includes the reversals', async () => {
    const { partner, id, kop } = await stage.rewarded(ON_WON, 'won');
    await stage.bringRewards(partner, 'paid');
    await stage.move(id, 'lost');
    await stage.bonus(partner, kop + 100);
    await stage.bonus(partner, 500);
    const bonuses = await stage.ledger.db
      .selectFrom('accruals')
      .select('id')
      .where('partner_id', '=', partner.id)
      .where('amount_kop', '=', kop + 100)
      .execute();
    const accruals = bonuses.map((bonus) => bonus.id);
    const next = await stage.ledger.payments.create(
      stage.staff,
      { partner: partner.id, accruals },
      undefined,
    );
    expect(next).toMatchObject({ amount_kop: 100, accruals: 2 });
    await stage.expectOrder(partner);
  });
});
