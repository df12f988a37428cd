import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import {
  createStage,
  isSettled,
  ON_QUALIFIED,
  ON_WON,
  REWARD_STATES,
  type Stage,
  WHY,
} from '../setup/money-stage.ts';
import { selectCases } from '../setup/sweep.ts';

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await reusedDatabase();
  stage = await createStage(database.db);
});
afterAll(() => database.drop());

describe('a change of the deal amount', () => {
  const changes = [
    { word: 'up', deal: 2_000_000, by: 75_000 },
    { word: 'down', deal: 400_000, by: -45_000 },
    { word: 'to zero', deal: 1, by: -75_000 },
  ];
  const cases = changes.flatMap((change) => REWARD_STATES.map((state) => ({ ...change, state })));

  test.each(selectCases(cases))(
    '$word creates a correction of a reward in the state $state',
    async ({ word, deal, by, state }) => {
      const { partner, id } = await stage.rewarded(ON_WON, 'won');
      await stage.bringRewards(partner, state);
      await stage.setDeal(id, deal);
      const [reward, correction] = await stage.accrualsOf(partner);
      const isDraft = state === 'requested' || state === 'draft';
      const due =
        state === 'hold' || state === 'review'
          ? state
          : isDraft && word === 'down'
            ? 'reserved'
            : 'available';
      expect(correction).toMatchObject({ kind: 'correction', amount_kop: by, status: due, lead_id: id });
      expect(correction?.reward_id).toBe(reward?.id);
      if (due === 'hold') expect(correction?.hold_until).toEqual(reward?.hold_until);
      if (due === 'review') expect(correction?.review_reason).toBe(reward?.review_reason);
      await stage.expectOrder(partner);
    },
  );

  test.each(selectCases(cases))(
    '$word before the lead is lost leaves nothing of a reward in the state $state and its correction',
    async ({ deal, state }) => {
      const { partner, id } = await stage.rewarded(ON_WON, 'won');
      await stage.bringRewards(partner, state);
      await stage.setDeal(id, deal);
      await stage.move(id, 'lost');
      const left = (await stage.said(partner)).filter(([, , status]) => status !== 'canceled');
      expect(left.reduce((sum, [, kop]) => sum + kop, 0)).toBe(0);
      expect(left).toHaveLength(isSettled(state) ? 2 : 0);
      await stage.expectOrder(partner);
    },
  );

  test('to an amount with the same rounded reward creates no correction', async () => {
    const { partner, id } = await stage.rewarded(ON_WON, 'won');
    await stage.setDeal(id, 1_000_000);
    await stage.setDeal(id, 1_000_006);
    expect(await stage.said(partner)).toHaveLength(1);
  });

  test('from zero creates a reward', async () => {
    const { program, partner } = await stage.terms(ON_WON);
    const { id } = await stage.lead(program, partner);
    await stage.move(id, 'in_progress');
    await stage.move(id, 'won', 6);
    expect(await stage.said(partner)).toEqual([]);
    await stage.setDeal(id, 7);
    expect(await stage.said(partner)).toEqual([['reward', 1, 'hold']]);
    await stage.expectOrder(partner);
  });

  test('does not restore a manually canceled reward, not even after a change to zero', async () => {
    const { partner, id, kop } = await stage.rewarded(ON_WON, 'won');
    const [reward] = await stage.accrualsOf(partner);
    await stage.ledger.accruals.cancel(stage.staff, reward?.id ?? '', WHY);
    await stage.setDeal(id, 6);
    await stage.setDeal(id, 2_000_000);
    expect(await stage.said(partner)).toEqual([['reward', kop, 'canceled']]);
    await stage.expectOrder(partner);
  });

  test.each([
    { on: 'lead_qualified', terms: ON_QUALIFIED },
    { on: 'deal_won', terms: { ...ON_QUALIFIED, reward_event: 'deal_won' } },
  ])('does not affect a fixed reward on $on', async ({ terms }) => {
    const { partner, id } = await stage.rewarded(terms, 'won');
    await stage.setDeal(id, 5_000_000);
    expect(await stage.said(partner)).toEqual([['reward', 50_000, 'hold']]);
  });

  test('to a lower amount is not put under review by the budget', async () => {
    const { program, partner, id } = await stage.rewarded(ON_WON, 'won');
    const { version } = await stage.ledger.programs.get(stage.staff, program);
    await stage.ledger.programs.update(stage.staff, program, { version, budget_kop: 1 });
    await stage.setDeal(id, 900_000);
    expect(await stage.said(partner)).toEqual([
      ['reward', 75_000, 'hold'],
      ['correction', -7500, 'hold'],
    ]);
  });
});

describe('a reward reversed after its approval', () => {
  async function undoneAndReleased() {
    const found = await stage.rewarded(ON_WON, 'won');
    await stage.bringRewards(found.partner, 'approved');
    await stage.move(found.id, 'lost');
    const [payment] = await stage.paymentsOf(found.partner);
    await stage.ledger.transitions.cancel(stage.staff, payment?.id ?? '', { reason: WHY });
    const [reward] = await stage.accrualsOf(found.partner);
    return { ...found, reward: reward?.id ?? '' };
  }

  test('is canceled together with its reversal when the payment is canceled', async () => {
    const { partner, kop } = await undoneAndReleased();
    expect(await stage.said(partner)).toEqual([
      ['reward', kop, 'available'],
      ['reversal', -kop, 'available'],
    ]);
    await stage.expectOrder(partner);
  });

  test('is canceled manually together with its reversal', async () => {
    const { partner, kop, reward } = await undoneAndReleased();
    const answer = await stage.ledger.accruals.cancel(stage.staff, reward, WHY);
    expect(answer.status).toBe('canceled');
    expect(await stage.said(partner)).toEqual([
      ['reward', kop, 'canceled'],
      ['reversal', -kop, 'canceled'],
    ]);
    await stage.expectOrder(partner);
  });

  test('becomes the reward of its lead again when the lead earns again, and the reversal is canceled', async () => {
    const { partner, id, kop } = await undoneAndReleased();
    await stage.move(id, 'in_progress');
    await stage.move(id, 'won', 2_000_000);
    expect(await stage.said(partner)).toEqual([
      ['reward', kop, 'available'],
      ['reversal', -kop, 'canceled'],
      ['correction', 75_000, 'available'],
    ]);
    await stage.move(id, 'lost');
    const left = (await stage.accrualsOf(partner)).filter(({ status }) => status !== 'canceled');
    expect(left).toEqual([]);
    await stage.expectOrder(partner);
  });
});
