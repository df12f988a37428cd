import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_SECONDS, type Ledger, newPartners, newPhone } from '../setup/ledger.ts';
import { ON_WON, type Stage, WHY } from '../setup/money-stage.ts';
import { atOnce, countsOf } from '../setup/parallel.ts';
import { createTwoLedgers, outcomes } from '../setup/two-ledgers.ts';

let world: Awaited<ReturnType<typeof createTwoLedgers>>;
let stage: Stage;
let ledgers: [Ledger, Ledger];
beforeAll(async () => {
  world = await createTwoLedgers();
  ({ stage, ledgers } = world);
});
afterAll(() => world.stop());

const ROUNDS = Array.from({ length: 8 }, (_, round) => round);

/** Creates a payment of one reward in the given state. */
async function paymentIn(state: 'draft' | 'approved') {
  const found = await stage.rewarded(ON_WON, 'won');
  await stage.bringRewards(found.partner, state);
  world.sync();
  const [payment] = await stage.paymentsOf(found.partner);
  if (payment === undefined) throw new Error('there is no payment');
  return { ...found, payment };
}

test.each(ROUNDS)('concurrent creations of a payment for one partner create it once, round %i', async () => {
  const { partner } = await stage.rewarded(ON_WON, 'won');
  await stage.bringRewards(partner, 'available');
  world.sync();
  const made = await outcomes([
    ...ledgers.map(({ payments }) => payments.create(stage.staff, { partner: partner.id }, undefined)),
    ledgers[1].payments.request(partner.viewer, partner.id, undefined),
  ]);
  expect(countsOf(made)).toEqual({ ok: 1, below_minimum: 2 });
  expect(await stage.paymentsOf(partner)).toHaveLength(1);
  await stage.expectOrder(partner);
});

test.each(ROUNDS)(
  'a concurrent approval and cancellation of one version succeed once, round %i',
  async () => {
    const { partner, payment } = await paymentIn('draft');
    const { id, version } = payment;
    const made = await outcomes([
      ledgers[0].transitions.approve(stage.staff, id, { version }),
      ledgers[1].transitions.cancel(stage.staff, id, { version, reason: WHY }),
    ]);
    expect(countsOf(made)).toEqual({ ok: 1, version_conflict: 1 });
    await stage.expectOrder(partner);
  },
);

describe('marking a payment as paid concurrently', () => {
  const paid = (ledger: Ledger, id: string, key: string, external_ref = 'ПП 7') =>
    ledger.transitions.pay(stage.staff, id, { paid_on: stage.today(), external_ref }, key);

  test.each(ROUNDS)(
    'with one key pays it once and gives both callers the same response, round %i',
    async () => {
      const { partner, payment } = await paymentIn('approved');
      const key = randomUUID();
      const [first, second] = await Promise.all(ledgers.map((ledger) => paid(ledger, payment.id, key)));
      expect(first).toEqual(second);
      expect(await paid(ledgers[1], payment.id, key)).toEqual(first);
      expect(await stage.paymentsOf(partner)).toMatchObject([
        { status: 'paid', version: payment.version + 1 },
      ]);
      await stage.expectOrder(partner);
    },
  );

  test.each(ROUNDS)('with two keys pays it once and refuses the second call, round %i', async () => {
    const { partner, payment } = await paymentIn('approved');
    const made = await outcomes(ledgers.map((ledger) => paid(ledger, payment.id, randomUUID())));
    expect(countsOf(made)).toEqual({ ok: 1, invalid_transition: 1 });
    await stage.expectOrder(partner);
  });

  test.each(ROUNDS)('with one key and two bodies uses one body and refuses the other, round %i', async () => {
    const { partner, payment } = await paymentIn('approved');
    const key = randomUUID();
    const made = await outcomes(ledgers.map((ledger, index) => paid(ledger, payment.id, key, `ПП ${index}`)));
    expect(countsOf(made)).toEqual({ ok: 1, idempotency_conflict: 1 });
    const [{ external_ref } = { external_ref: '' }] = await stage.paymentsOf(partner);
    expect(external_ref).toBe(`ПП ${made.indexOf('ok')}`);
  });
});

describe('a lead lost', () => {
  test.each(ROUNDS)('while its reward is paid has a paid reward and a reversal, round %i', async () => {
    const { partner, payment, id, kop } = await paymentIn('approved');
    const made = await outcomes([
      ledgers[1].transitions.pay(
        stage.staff,
        payment.id,
        { paid_on: stage.today(), external_ref: 'ПП' },
        randomUUID(),
      ),
      stage.move(id, 'lost'),
    ]);
    expect(made).toEqual(['ok', 'ok']);
    expect(await stage.said(partner)).toEqual([
      ['reward', kop, 'paid'],
      ['reversal', -kop, 'available'],
    ]);
    await stage.expectOrder(partner);
  });

  test.each(ROUNDS)(
    'while its payment is approved has a canceled reward or a reversal, round %i',
    async () => {
      const { partner, payment, id, kop } = await paymentIn('draft');
      const [approved, lost] = await outcomes([
        ledgers[1].transitions.approve(stage.staff, payment.id, {}),
        stage.move(id, 'lost'),
      ]);
      expect(lost).toBe('ok');
      expect(await stage.said(partner)).toEqual(
        approved === 'ok'
          ? [
              ['reward', kop, 'reserved'],
              ['reversal', -kop, 'available'],
            ]
          : [['reward', kop, 'canceled']],
      );
      await stage.expectOrder(partner);
    },
  );

  test.each(ROUNDS)('while its reward is canceled manually loses the reward once, round %i', async () => {
    const { partner, id } = await stage.rewarded(ON_WON, 'won');
    world.sync();
    const [reward] = await stage.accrualsOf(partner);
    const [lost] = await outcomes([
      stage.move(id, 'lost'),
      ledgers[1].accruals.cancel(stage.staff, reward?.id ?? '', WHY),
    ]);
    expect(lost).toBe('ok');
    expect((await stage.said(partner)).map(([, , status]) => status)).toEqual(['canceled']);
    await stage.expectOrder(partner);
  });
});

test.each(ROUNDS)('a payment created while holds end contains the released accruals, round %i', async () => {
  const { partner, kop } = await stage.rewarded(ON_WON, 'won');
  stage.ledger.advance(14 * DAY_SECONDS);
  world.sync();
  const made = await outcomes([
    ledgers[0].mature(),
    ledgers[1].payments.create(stage.staff, { partner: partner.id }, undefined),
    ledgers[1].mature(),
  ]);
  expect(countsOf(made)).toEqual({ ok: 3 });
  expect(await stage.paymentsOf(partner)).toMatchObject([{ amount_kop: kop }]);
  await stage.expectOrder(partner);
});

test.each(ROUNDS)('one of two concurrent rewards gets the rest of the budget, round %i', async () => {
  const { program, partner } = await stage.terms({ ...ON_WON, budget_kop: 75_000 });
  const [second] = await newPartners(stage.ledger, stage.staff, [program], 1);
  if (second === undefined) throw new Error('no partner was made');
  const leads = await Promise.all([partner, second].map((one) => stage.lead(program, one)));
  for (const { id } of leads) await stage.move(id, 'in_progress');
  world.sync();
  await atOnce(2, (index) => {
    const given = { to: 'won' as const, version: 2, deal_amount_kop: 1_000_000 };
    return ledgers[index as 0 | 1].leads.move(stage.staff, leads[index]?.id ?? '', given);
  });
  const accruals = [...(await stage.accrualsOf(partner)), ...(await stage.accrualsOf(second))];
  expect(accruals.map(({ status, review_reason }) => `${status} ${review_reason}`).sort()).toEqual([
    'hold null',
    'review budget',
  ]);
  await stage.expectOrder(partner, second);
});

test.each(ROUNDS)(
  'two concurrent rewards at a tier boundary count as the tenth and the eleventh, round %i',
  async () => {
    const tiers = [
      { from: 0, fixed_kop: 1000 },
      { from: 10, fixed_kop: 5000 },
    ];
    const { program, partner } = await stage.terms({
      reward_event: 'lead_qualified',
      reward: { kind: 'tiered', tiers },
    });
    const leads = await atOnce(11, () => stage.lead(program, partner));
    for (const { id } of leads.slice(0, 9)) await stage.move(id, 'qualified');
    world.sync();
    await atOnce(2, (index) =>
      ledgers[index as 0 | 1].leads.move(stage.staff, leads[9 + index]?.id ?? '', {
        to: 'qualified',
        version: 1,
      }),
    );
    const last = (await stage.accrualsOf(partner)).slice(9);
    expect(last.map(({ amount_kop }) => amount_kop)).toEqual([1000, 5000]);
    expect(last.map(({ explanation }) => /за (\d+)-й лид/.exec(explanation)?.[1])).toEqual(['10', '11']);
  },
);

test.each(ROUNDS)(
  'a payout method changed during an approval is never paid to without approval, round %i',
  async () => {
    const { partner, payment } = await paymentIn('draft');
    const phone = newPhone();
    const { id } = await stage.ledger.methods.create(stage.staff, partner.id, {
      kind: 'sbp',
      phone,
      bik: '',
      bank: 'Банк',
    });
    const [approved, preferred] = await outcomes([
      ledgers[0].transitions.approve(stage.staff, payment.id, {}),
      ledgers[1].methods.prefer(partner.viewer, id),
    ]);
    expect(preferred).toBe('ok');
    const [now] = await stage.paymentsOf(partner);
    if (approved === 'ok') expect(now?.method).toMatchObject({ kind: 'sbp' });
    else expect(approved).toBe('blocked');
    expect(JSON.stringify(now?.method)).not.toContain(phone);
  },
);
