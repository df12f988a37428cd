import { describe, expect, test } from 'vitest';
import {
  isSettled,
  type MoneyFixture,
  ON_QUALIFIED,
  ON_WON,
  REWARD_STATES,
  useMoneyFixture,
  WHY,
} from '../setup/money-fixture.ts';
import { selectCases } from '../setup/sweep.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});

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
      const { partner, id } = await fixture.createReward(ON_WON, 'won');
      await fixture.advanceRewards(partner, state);
      await fixture.setDeal(id, deal);
      const [reward, correction] = await fixture.accrualsOf(partner);
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
      await fixture.expectConsistentMoney(partner);
    },
  );

  test.each(selectCases(cases))(
    '$word before the lead is lost leaves nothing of a reward in the state $state and its correction',
    async ({ deal, state }) => {
      const { partner, id } = await fixture.createReward(ON_WON, 'won');
      await fixture.advanceRewards(partner, state);
      await fixture.setDeal(id, deal);
      await fixture.move(id, 'lost');
      const live = (await fixture.entriesOf(partner)).filter(([, , status]) => status !== 'canceled');
      expect(live.reduce((sum, [, kop]) => sum + kop, 0)).toBe(0);
      expect(live).toHaveLength(isSettled(state) ? 2 : 0);
      await fixture.expectConsistentMoney(partner);
    },
  );

  test('creates no correction when the rounded reward stays the same', async () => {
    const { partner, id } = await fixture.createReward(ON_WON, 'won');
    await fixture.setDeal(id, 1_000_000);
    await fixture.setDeal(id, 1_000_006);
    expect(await fixture.entriesOf(partner)).toHaveLength(1);
  });

  test('creates a reward when the amount was zero', async () => {
    const { program, partner } = await fixture.createTerms(ON_WON);
    const { id } = await fixture.lead(program, partner);
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won', 6);
    expect(await fixture.entriesOf(partner)).toEqual([]);
    await fixture.setDeal(id, 7);
    expect(await fixture.entriesOf(partner)).toEqual([['reward', 1, 'hold']]);
    await fixture.expectConsistentMoney(partner);
  });

  test('does not restore a manually canceled reward, not even after a change to zero', async () => {
    const { partner, id, kop } = await fixture.createReward(ON_WON, 'won');
    const [reward] = await fixture.accrualsOf(partner);
    await fixture.ledger.accruals.cancel(fixture.staff, reward?.id ?? '', WHY);
    await fixture.setDeal(id, 6);
    await fixture.setDeal(id, 2_000_000);
    expect(await fixture.entriesOf(partner)).toEqual([['reward', kop, 'canceled']]);
    await fixture.expectConsistentMoney(partner);
  });

  test.each([
    { on: 'lead_qualified', terms: ON_QUALIFIED },
    { on: 'deal_won', terms: { ...ON_QUALIFIED, reward_event: 'deal_won' } },
  ])('does not affect a fixed reward on $on', async ({ terms }) => {
    const { partner, id } = await fixture.createReward(terms, 'won');
    await fixture.setDeal(id, 5_000_000);
    expect(await fixture.entriesOf(partner)).toEqual([['reward', 50_000, 'hold']]);
  });

  test('is not put under review by the budget when the amount falls', async () => {
    const { program, partner, id } = await fixture.createReward(ON_WON, 'won');
    const { version } = await fixture.ledger.programs.get(fixture.staff, program);
    await fixture.ledger.programs.update(fixture.staff, program, { version, budget_kop: 1 });
    await fixture.setDeal(id, 900_000);
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', 75_000, 'hold'],
      ['correction', -7500, 'hold'],
    ]);
  });
});

describe('a reward reversed after its approval', () => {
  async function undoneAndReleased() {
    const fixtureReward = await fixture.createReward(ON_WON, 'won');
    await fixture.advanceRewards(fixtureReward.partner, 'approved');
    await fixture.move(fixtureReward.id, 'lost');
    const [payment] = await fixture.paymentsOf(fixtureReward.partner);
    await fixture.ledger.transitions.cancel(fixture.staff, payment?.id ?? '', { reason: WHY });
    const [reward] = await fixture.accrualsOf(fixtureReward.partner);
    return { ...fixtureReward, reward: reward?.id ?? '' };
  }

  test('is canceled together with its reversal when the payment is canceled', async () => {
    const { partner, kop } = await undoneAndReleased();
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', kop, 'available'],
      ['reversal', -kop, 'available'],
    ]);
    await fixture.expectConsistentMoney(partner);
  });

  test('is canceled manually together with its reversal', async () => {
    const { partner, kop, reward } = await undoneAndReleased();
    const response = await fixture.ledger.accruals.cancel(fixture.staff, reward, WHY);
    expect(response.status).toBe('canceled');
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', kop, 'canceled'],
      ['reversal', -kop, 'canceled'],
    ]);
    await fixture.expectConsistentMoney(partner);
  });

  test('becomes the reward of its lead again when the lead earns again, and the reversal is canceled', async () => {
    const { partner, id, kop } = await undoneAndReleased();
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won', 2_000_000);
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', kop, 'available'],
      ['reversal', -kop, 'canceled'],
      ['correction', 75_000, 'available'],
    ]);
    await fixture.move(id, 'lost');
    const live = (await fixture.accrualsOf(partner)).filter(({ status }) => status !== 'canceled');
    expect(live).toEqual([]);
    await fixture.expectConsistentMoney(partner);
  });
});
