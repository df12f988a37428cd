import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPaymentContent } from '../../src/money/payments/payment-content.ts';
import { type MoneyAt, moneyAt, moneyNow } from '../setup/balances-at.ts';
import { DAY_SECONDS, type Person, START } from '../setup/ledger.ts';
import { createCompanies } from '../setup/money-company.ts';
import { type MoneyFixture, ON_WON, useMoneyFixture, WHY } from '../setup/money-fixture.ts';
import { payoutSteps } from '../setup/money-histories.ts';
import { findMoneyProblems } from '../setup/money-problems.ts';
import { createRun } from '../setup/money-run.ts';
import { steps } from '../setup/money-steps.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});

const RESTRICTED = { code: '23001' };

const movesOf = (partner: Person) =>
  fixture.db
    .selectFrom('accrual_moves')
    .selectAll()
    .where('organization_id', '=', fixture.organizationId)
    .where('partner_id', '=', partner.id)
    .orderBy('accrual_id')
    .orderBy('sequence')
    .execute();

const after = (days: number) => new Date(START.getTime() + days * DAY_SECONDS * 1000);

describe('the moves of accruals', () => {
  test('follow a reward from its creation to its payment, with time, cause and author', async () => {
    const { ledger, staff } = fixture;
    const { partner } = await fixture.createReward(ON_WON, 'won');
    ledger.setClock(after(20));
    const signed = { ...staff, requestId: 'forming' };
    const { id } = await ledger.payments.create(signed, { partner: partner.id }, undefined);
    await ledger.transitions.approve(staff, id, {});
    ledger.setClock(after(21));
    await fixture.pay(id);
    const author = { actor_id: staff.userId, request_id: null };
    const common = { amount_kop: 75_000, partner_id: partner.id };
    expect(await movesOf(partner)).toMatchObject([
      {
        ...common,
        ...author,
        from_status: null,
        to_status: 'hold',
        cause: 'created',
        effective_at: after(0),
      },
      {
        ...{ ...common, from_status: 'hold', to_status: 'available', cause: 'matured', payment_id: null },
        ...{ effective_at: after(14), written_at: after(20), actor_id: null, request_id: null },
      },
      {
        ...{ ...common, from_status: 'available', to_status: 'reserved', cause: 'changed', payment_id: id },
        ...{ effective_at: after(20), written_at: after(20), actor_id: staff.userId, request_id: 'forming' },
      },
      {
        ...{ ...common, ...author, from_status: 'reserved', to_status: 'paid', payment_id: id },
        effective_at: after(21),
      },
    ]);
    await fixture.expectConsistentMoney(partner);
  });

  test('date the end of a hold by the hold, no matter when the job runs', async () => {
    const { partner } = await fixture.createReward(ON_WON, 'won');
    fixture.ledger.setClock(after(300));
    await fixture.ledger.mature();
    expect((await movesOf(partner)).at(-1)).toMatchObject({
      ...{ to_status: 'available', cause: 'matured', actor_id: null },
      ...{ effective_at: after(14), written_at: after(300) },
    });
  });

  test('pass through available when an ended hold goes to review', async () => {
    const { partner } = await fixture.createReward(ON_WON, 'won');
    await sql`
      update accruals set status = 'review', review_reason = 'manual', updated_at = ${after(15)}
      where partner_id = ${partner.id}`.execute(fixture.db);
    expect((await movesOf(partner)).slice(1)).toMatchObject([
      { from_status: 'hold', to_status: 'available', effective_at: after(14), cause: 'matured' },
      { from_status: 'available', to_status: 'review', effective_at: after(15), cause: 'changed' },
    ]);
  });

  test('are not written for a change of other columns', async () => {
    const { partner } = await fixture.createReward(ON_WON, 'won');
    await sql`update accruals set comment = ${WHY} where partner_id = ${partner.id}`.execute(fixture.db);
    expect(await movesOf(partner)).toHaveLength(1);
  });

  test('never go back in time', async () => {
    const { partner } = await fixture.createReward(ON_WON, 'won');
    fixture.ledger.setClock(after(-1));
    for (const { id } of await fixture.accrualsOf(partner))
      await fixture.ledger.accruals.review(fixture.staff, id, WHY);
    expect((await movesOf(partner)).at(-1)).toMatchObject({
      ...{ to_status: 'review', effective_at: after(0), written_at: after(0) },
    });
  });

  test.each([
    ['an update', sql`update accrual_moves set amount_kop = 1`],
    ['a deletion', sql`delete from accrual_moves`],
    ['a truncation', sql`truncate accrual_moves`],
    [
      'an insertion by another statement than that of the accrual',
      sql`insert into accrual_moves select * from accrual_moves`,
    ],
  ])('refuse %s', async (_, statement) => {
    await fixture.createReward(ON_WON, 'won');
    await expect(statement.execute(fixture.db)).rejects.toMatchObject(RESTRICTED);
  });
});

describe('the items of payments', () => {
  test('show the content of a canceled payment', async () => {
    const { ledger, staff } = fixture;
    const { partner } = await fixture.createReward(ON_WON, 'won');
    await fixture.bonus(partner, 500);
    ledger.setClock(after(20));
    const { id } = await ledger.payments.create(staff, { partner: partner.id }, undefined);
    ledger.setClock(after(21));
    await ledger.transitions.cancel(staff, id, { reason: WHY });
    const scope = { organizationId: fixture.organizationId, partners: [partner.id] };
    const accruals = (await fixture.accrualsOf(partner)).map((accrual) => accrual.id).sort();
    expect((await moneyAt(fixture.db, scope, after(20.5))).contents).toEqual({ [id]: accruals });
    expect((await moneyAt(fixture.db, scope, after(21))).contents).toEqual({});
  });

  test('have no moves for accruals that an edit leaves in the payment', async () => {
    const { ledger, staff } = fixture;
    const { partner } = await fixture.createTerms(ON_WON);
    const kept = await fixture.bonus(partner, 500);
    const removed = await fixture.bonus(partner, 300);
    const payment = await ledger.payments.create(staff, { partner: partner.id }, undefined);
    const added = await fixture.bonus(partner, 200);
    const content = createPaymentContent(fixture.db, ledger.clock);
    const { amount_kop } = await content.change(staff, payment.id, { add: [added.id], remove: [removed.id] });
    expect(amount_kop).toBe(700);
    const items = await fixture.db
      .selectFrom('payment_items')
      .select(['accrual_id', 'is_added'])
      .where('payment_id', '=', payment.id)
      .execute();
    const itemsOf = (accrual: string) =>
      items.filter(({ accrual_id }) => accrual_id === accrual).map(({ is_added }) => is_added);
    expect([kept, removed, added].map(({ id }) => itemsOf(id))).toEqual([[true], [true, false], [true]]);
    await fixture.expectConsistentMoney(partner);
  });
});

const HISTORIES = fc.oneof(steps(14), payoutSteps(14));

test('balances and contents of payments at past moments, rebuilt from the moves, equal those read at these moments', async () => {
  const { db } = fixture;
  const nextParticipants = createCompanies(fixture.ledger);
  await fc.assert(
    fc.asyncProperty(HISTORIES, async (sequence) => {
      const participants = await nextParticipants();
      const scope = {
        organizationId: participants.staff.organizationId,
        partners: participants.partners.map(({ id }) => id),
      };
      const take = createRun(fixture.ledger, participants);
      // The last state of each moment.
      const seen = new Map<number, MoneyAt>();
      for (const step of sequence) {
        await take(step);
        const now = fixture.ledger.clock();
        seen.set(now.getTime(), await moneyNow(db, scope, now));
        fixture.ledger.advance(3600);
      }
      await fixture.ledger.mature();
      expect(await findMoneyProblems(db, scope)).toEqual([]);
      for (const [time, money] of seen) expect(await moneyAt(db, scope, new Date(time))).toEqual(money);
    }),
    { numRuns: 25 },
  );
});
