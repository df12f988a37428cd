import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_SECONDS, type Ledger, newPartners, newPhone } from '../setup/ledger.ts';
import { type MoneyFixture, ON_WON, WHY } from '../setup/money-fixture.ts';
import { atOnce, countValues } from '../setup/parallel.ts';
import { createTwoLedgers, outcomes } from '../setup/two-ledgers.ts';

let world: Awaited<ReturnType<typeof createTwoLedgers>>;
let fixture: MoneyFixture;
let ledgers: [Ledger, Ledger];
beforeAll(async () => {
  world = await createTwoLedgers();
  ({ stage: fixture, ledgers } = world);
});
afterAll(() => world.stop());

const ROUNDS = Array.from({ length: 8 }, (_, round) => round);

/** Creates a payment of one reward in the given state. */
async function paymentIn(state: 'draft' | 'approved') {
  const fixtureReward = await fixture.createReward(ON_WON, 'won');
  await fixture.advanceRewards(fixtureReward.partner, state);
  world.sync();
  const [payment] = await fixture.paymentsOf(fixtureReward.partner);
  if (payment === undefined) throw new Error('there is no payment');
  return { ...fixtureReward, payment };
}

test.each(ROUNDS)('concurrent creations of a payment for one partner create it once, round %i', async () => {
  const { partner } = await fixture.createReward(ON_WON, 'won');
  await fixture.advanceRewards(partner, 'available');
  world.sync();
  const results = await outcomes([
    ...ledgers.map(({ payments }) => payments.create(fixture.staff, { partner: partner.id }, undefined)),
    ledgers[1].payments.request(partner.viewer, partner.id, undefined),
  ]);
  expect(countValues(results)).toEqual({ ok: 1, below_minimum: 2 });
  expect(await fixture.paymentsOf(partner)).toHaveLength(1);
  await fixture.expectConsistentMoney(partner);
});

test.each(ROUNDS)('concurrent closes of a period correct it once, round %i', async () => {
  const tiers = [
    { from: 0, fixed_kop: 1000 },
    { from: 2, fixed_kop: 3000 },
  ];
  const reward = { kind: 'tiered', period: 'month', mode: 'whole_period', tiers };
  const { program, partner } = await fixture.createTerms({ ...ON_WON, reward, hold_days: 0 });
  for (let deal = 0; deal < 2; deal += 1) {
    const { id } = await fixture.lead(program, partner);
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won', 100_000);
  }
  fixture.ledger.advance(31 * DAY_SECONDS);
  world.sync();
  await Promise.all([...ledgers, ...ledgers].map((ledger) => ledger.closeDuePeriods()));
  await ledgers[1].closeDuePeriods();
  const amounts = (await fixture.accrualsOf(partner)).map(({ amount_kop }) => amount_kop);
  expect(amounts).toEqual([1000, 1000, 4000]);
  await fixture.expectConsistentMoney(partner);
});

test.each(ROUNDS)(
  'of a concurrent undo of a transition and a payment of its reward one succeeds, round %i',
  async () => {
    const { partner, id } = await fixture.createReward({ ...ON_WON, hold_days: 0 }, 'won');
    world.sync();
    const { version } = await fixture.leadRow(id);
    const [undo, payment] = await Promise.allSettled([
      ledgers[0].leads.undoTransitions(fixture.staff, { leads: [{ id, version }] }),
      ledgers[1].payments.create(fixture.staff, { partner: partner.id }, undefined),
    ]);
    const isUndone = undo.status === 'fulfilled' && undo.value.undone.length === 1;
    expect(payment.status).toBe(isUndone ? 'rejected' : 'fulfilled');
    expect(await fixture.leadRow(id)).toMatchObject({ status: isUndone ? 'in_progress' : 'won' });
    await fixture.expectConsistentMoney(partner);
  },
);

test.each(ROUNDS)(
  'a concurrent approval and cancellation of one version succeed once, round %i',
  async () => {
    const { partner, payment } = await paymentIn('draft');
    const { id, version } = payment;
    const results = await outcomes([
      ledgers[0].transitions.approve(fixture.staff, id, { version }),
      ledgers[1].transitions.cancel(fixture.staff, id, { version, reason: WHY }),
    ]);
    expect(countValues(results)).toEqual({ ok: 1, version_conflict: 1 });
    await fixture.expectConsistentMoney(partner);
  },
);

describe('marking a payment as paid concurrently', () => {
  const paid = (ledger: Ledger, id: string, key: string, external_ref = 'ПП 7') =>
    ledger.transitions.pay(fixture.staff, id, { paid_on: fixture.today(), external_ref }, key);

  test.each(ROUNDS)(
    'pays it once and gives both callers with one key the same response, round %i',
    async () => {
      const { partner, payment } = await paymentIn('approved');
      const key = randomUUID();
      const [first, second] = await Promise.all(ledgers.map((ledger) => paid(ledger, payment.id, key)));
      expect(first).toEqual(second);
      expect(await paid(ledgers[1], payment.id, key)).toEqual(first);
      expect(await fixture.paymentsOf(partner)).toMatchObject([
        { status: 'paid', version: payment.version + 1 },
      ]);
      await fixture.expectConsistentMoney(partner);
    },
  );

  test.each(ROUNDS)('pays it once and refuses the second of two keys, round %i', async () => {
    const { partner, payment } = await paymentIn('approved');
    const results = await outcomes(ledgers.map((ledger) => paid(ledger, payment.id, randomUUID())));
    expect(countValues(results)).toEqual({ ok: 1, invalid_transition: 1 });
    await fixture.expectConsistentMoney(partner);
  });

  test.each(ROUNDS)('uses one of two bodies with the same key and refuses the other, round %i', async () => {
    const { partner, payment } = await paymentIn('approved');
    const key = randomUUID();
    const results = await outcomes(
      ledgers.map((ledger, index) => paid(ledger, payment.id, key, `ПП ${index}`)),
    );
    expect(countValues(results)).toEqual({ ok: 1, idempotency_conflict: 1 });
    const [{ external_ref } = { external_ref: '' }] = await fixture.paymentsOf(partner);
    expect(external_ref).toBe(`ПП ${results.indexOf('ok')}`);
  });
});

describe('a lead lost', () => {
  test.each(ROUNDS)(
    'has a paid reward and a reversal when its reward is paid concurrently, round %i',
    async () => {
      const { partner, payment, id, kop } = await paymentIn('approved');
      const results = await outcomes([
        ledgers[1].transitions.pay(
          fixture.staff,
          payment.id,
          { paid_on: fixture.today(), external_ref: 'ПП' },
          randomUUID(),
        ),
        fixture.move(id, 'lost'),
      ]);
      expect(results).toEqual(['ok', 'ok']);
      expect(await fixture.entriesOf(partner)).toEqual([
        ['reward', kop, 'paid'],
        ['reversal', -kop, 'available'],
      ]);
      await fixture.expectConsistentMoney(partner);
    },
  );

  test.each(ROUNDS)(
    'has a canceled reward or a reversal when its payment is approved concurrently, round %i',
    async () => {
      const { partner, payment, id, kop } = await paymentIn('draft');
      const [approved, refund] = await outcomes([
        ledgers[1].transitions.approve(fixture.staff, payment.id, {}),
        fixture.move(id, 'lost'),
      ]);
      expect(refund).toBe('ok');
      expect(await fixture.entriesOf(partner)).toEqual(
        approved === 'ok'
          ? [
              ['reward', kop, 'reserved'],
              ['reversal', -kop, 'available'],
            ]
          : [['reward', kop, 'canceled']],
      );
      await fixture.expectConsistentMoney(partner);
    },
  );

  test.each(ROUNDS)(
    'loses the reward once when it is canceled manually at the same time, round %i',
    async () => {
      const { partner, id } = await fixture.createReward(ON_WON, 'won');
      world.sync();
      const [reward] = await fixture.accrualsOf(partner);
      const [refund] = await outcomes([
        fixture.move(id, 'lost'),
        ledgers[1].accruals.cancel(fixture.staff, reward?.id ?? '', WHY),
      ]);
      expect(refund).toBe('ok');
      expect((await fixture.entriesOf(partner)).map(([, , status]) => status)).toEqual(['canceled']);
      await fixture.expectConsistentMoney(partner);
    },
  );
});

test.each(ROUNDS)('a payment created while holds end contains the released accruals, round %i', async () => {
  const { partner, kop } = await fixture.createReward(ON_WON, 'won');
  fixture.ledger.advance(14 * DAY_SECONDS);
  world.sync();
  const results = await outcomes([
    ledgers[0].mature(),
    ledgers[1].payments.create(fixture.staff, { partner: partner.id }, undefined),
    ledgers[1].mature(),
  ]);
  expect(countValues(results)).toEqual({ ok: 3 });
  expect(await fixture.paymentsOf(partner)).toMatchObject([{ amount_kop: kop }]);
  await fixture.expectConsistentMoney(partner);
});

test.each(ROUNDS)('one of two concurrent rewards gets the rest of the budget, round %i', async () => {
  const { program, partner } = await fixture.createTerms({ ...ON_WON, budget_kop: 75_000 });
  const [second] = await newPartners(fixture.ledger, fixture.staff, [program], 1);
  if (second === undefined) throw new Error('no partner was made');
  const leads = await Promise.all([partner, second].map((one) => fixture.lead(program, one)));
  for (const { id } of leads) await fixture.move(id, 'in_progress');
  world.sync();
  await atOnce(2, (index) => {
    const input = { to: 'won' as const, version: 2, deal_amount_kop: 1_000_000 };
    return ledgers[index as 0 | 1].leads.transition(fixture.staff, leads[index]?.id ?? '', input);
  });
  const accruals = [...(await fixture.accrualsOf(partner)), ...(await fixture.accrualsOf(second))];
  expect(accruals.map(({ status, review_reason }) => `${status} ${review_reason}`).sort()).toEqual([
    'hold null',
    'review budget',
  ]);
  await fixture.expectConsistentMoney(partner, second);
});

test.each(ROUNDS)(
  'two concurrent rewards at a tier boundary count as the tenth and the eleventh, round %i',
  async () => {
    const tiers = [
      { from: 0, fixed_kop: 1000 },
      { from: 10, fixed_kop: 5000 },
    ];
    const { program, partner } = await fixture.createTerms({
      reward_event: 'lead_qualified',
      reward: { kind: 'tiered', tiers },
    });
    const leads = await atOnce(11, () => fixture.lead(program, partner));
    for (const { id } of leads.slice(0, 9)) await fixture.move(id, 'qualified');
    world.sync();
    await atOnce(2, (index) =>
      ledgers[index as 0 | 1].leads.transition(fixture.staff, leads[9 + index]?.id ?? '', {
        to: 'qualified',
        version: 1,
      }),
    );
    const last = (await fixture.accrualsOf(partner)).slice(9);
    expect(last.map(({ amount_kop }) => amount_kop)).toEqual([1000, 5000]);
    expect(last.map(({ explanation }) => /за (\d+)-й лид/.exec(explanation)?.[1])).toEqual(['10', '11']);
  },
);

test.each(ROUNDS)(
  'a payout method changed during an approval is never paid to without approval, round %i',
  async () => {
    const { partner, payment } = await paymentIn('draft');
    const phone = newPhone();
    const { id } = await fixture.ledger.methods.create(fixture.staff, partner.id, {
      kind: 'sbp',
      phone,
      bik: '',
      bank: 'Банк',
    });
    const [approved, preferred] = await outcomes([
      ledgers[0].transitions.approve(fixture.staff, payment.id, {}),
      ledgers[1].methods.prefer(partner.viewer, id),
    ]);
    expect(preferred).toBe('ok');
    const [now] = await fixture.paymentsOf(partner);
    if (approved === 'ok') expect(now?.method).toMatchObject({ kind: 'sbp' });
    else expect(approved).toBe('blocked');
    expect(JSON.stringify(now?.method)).not.toContain(phone);
  },
);
