import {
  type AccrualStatus,
  canTransition,
  getStates,
  type PaymentStatus,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bypassTriggers, removeTransfers } from '../setup/force.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let partner: Caller;
let stranger: Caller;
let objects: { accrual: string; payment: string; other: string; method: string };
beforeAll(async () => {
  world = await createWorld();
  const { card, caller } = await world.partner();
  partner = caller;
  stranger = await world.organization();
  const methods = `${api}/partners/${card.id}/payout-methods/`;
  const sbp = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  const { id: method } = ok<{ id: string }>(await world.boss.post(methods, sbp));
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  const { id: other } = ok<{ id: string }>(await world.boss.post(`${api}/accruals/`, bonus));
  const { id: payment } = ok<{ id: string }>(await world.boss.post(`${api}/payments/`, { partner: card.id }));
  const { id: accrual } = ok<{ id: string }>(await world.boss.post(`${api}/accruals/`, bonus));
  objects = { accrual, payment, other, method };
  world.server.advance(2 * 24 * 60 * 60);
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const HOLD_DAYS = 30;
const until = (days: number) => new Date(world.server.now().getTime() + days * 24 * 60 * 60 * 1000);

/** Sets the status of an accrual with all related fields. */
const putAccrual = (status: AccrualStatus, hold_until: Date | null) =>
  bypassTriggers(world.server, async (trx) => {
    await trx
      .updateTable('accruals')
      .set({
        status,
        hold_until: status === 'hold' ? (hold_until ?? until(HOLD_DAYS)) : hold_until,
        payment_id: status === 'reserved' || status === 'paid' ? objects.payment : null,
        review_reason: status === 'review' ? 'manual' : null,
        canceled_at: status === 'canceled' ? world.server.now() : null,
      })
      .where('id', '=', objects.accrual)
      .execute();
  });

const METHOD = JSON.stringify({
  kind: 'sbp',
  label: 'СБП',
  bank: '',
  phone: '',
  last4: '',
  bik: '',
  account: '',
});

const putPayment = (status: PaymentStatus) =>
  bypassTriggers(world.server, async (trx) => {
    const isApproved = ['approved', 'processing', 'paid', 'failed', 'returned'].includes(status);
    const isReturned = status === 'returned';
    const isPaid = status === 'paid' || isReturned;
    const now = world.server.now();
    await removeTransfers(trx, [objects.payment]);
    await trx
      .updateTable('payments')
      .set({
        status,
        version: 1,
        method: isApproved ? METHOD : null,
        approved_at: isApproved ? now : null,
        paid_at: isPaid ? now : null,
        paid_on: isPaid ? '2026-03-01' : null,
        external_ref: isPaid ? 'ПП' : '',
        returned_at: isReturned ? now : null,
        returned_on: isReturned ? '2026-03-02' : null,
      })
      .where('id', '=', objects.payment)
      .execute();
    await trx
      .updateTable('accruals')
      .set(
        status === 'canceled' || isReturned
          ? { status: 'available', payment_id: null }
          : { status: isPaid ? 'paid' : 'reserved', payment_id: objects.payment },
      )
      .where('id', '=', objects.other)
      .execute();
  });

const reason = 'Так решили';

describe('an accrual', () => {
  const words = [
    { word: 'cancel', to: 'canceled', from: ['hold', 'review', 'available'], held: null },
    { word: 'review', to: 'review', from: ['hold', 'available'], held: null },
    { word: 'release', to: 'available', from: ['review'], held: null },
    { word: 'release', to: 'hold', from: ['review'], held: HOLD_DAYS },
  ] as const;
  const cases = words.flatMap((move) => getStates(stateMachines.accrual).map((at) => ({ ...move, at })));
  const call = (caller: Caller, word: string) =>
    caller.post(`${api}/accruals/${objects.accrual}/${word}/`, { reason });

  test('has a call for every transition that is not made by a payment, a reward or time', () => {
    const covered = words.flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`));
    const coveredElsewhere = [
      'hold → available',
      'available → reserved',
      'reserved → paid',
      'reserved → available',
      'paid → available',
    ];
    const moves = getStates(stateMachines.accrual).flatMap((from) =>
      stateMachines.accrual.transitions[from].map((to) => `${from} → ${to}`),
    );
    expect(new Set([...covered, ...coveredElsewhere])).toEqual(new Set(moves));
  });

  test.each(cases)(
    'allows the call $word to $to from the status $at only as its state machine does',
    async ({ word, to, from, held: accrualStatus, at }) => {
      await putAccrual(at, accrualStatus === null ? null : until(accrualStatus));
      const response = await call(world.boss, word);
      if ((from as readonly string[]).includes(at))
        expect(response).toMatchObject({ status: 200, body: { status: to } });
      else {
        const refusal = {
          code: 'invalid_transition',
          current: at,
          allowed: stateMachines.accrual.transitions[at],
        };
        expect(response).toMatchObject({ status: 409, body: refusal });
      }
    },
  );

  test.each(['hold', 'review', 'available'] as const)(
    'can be changed only by its organization in the status %s',
    async (at) => {
      await putAccrual(at, null);
      for (const word of ['cancel', 'review', 'release']) {
        expect(await call(partner, word)).toMatchObject({ status: 403 });
        expect(await call(stranger, word)).toMatchObject({ status: 404 });
        expect(await call(world.anonymous, word)).toMatchObject({ status: 401 });
      }
      const { body } = await world.boss.get(`${api}/accruals/${objects.accrual}/`);
      expect(body).toMatchObject({ status: at });
    },
  );
});

describe('a payment', () => {
  const words = [
    { word: 'accept', to: 'draft', from: ['requested'], body: {} },
    { word: 'approve', to: 'approved', from: ['draft'], body: { version: 1 } },
    { word: 'process', to: 'processing', from: ['approved'], body: {} },
    { word: 'mark-paid', to: 'paid', from: ['approved', 'processing'], body: { external_ref: 'ПП 12' } },
    { word: 'mark-failed', to: 'failed', from: ['processing'], body: { reason } },
    { word: 'retry', to: 'approved', from: ['failed'], body: {} },
    { word: 'cancel', to: 'canceled', from: ['requested', 'draft', 'approved', 'failed'], body: { reason } },
  ] as const;
  // A transfer of a failed or canceled payment is recorded in more than one transition: transfers.test.ts.
  const cases = words
    .flatMap((move) => getStates(stateMachines.payment).map((at) => ({ ...move, at })))
    .filter(({ word, at }) => word !== 'mark-paid' || (at !== 'failed' && at !== 'canceled'));
  const call = (caller: Caller, word: string, body: object) => {
    const paid_on = world.server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
    const input = word === 'mark-paid' ? { ...body, paid_on } : body;
    return caller.post(`${api}/payments/${objects.payment}/${word}/`, input);
  };

  test('has a call for every transition', () => {
    const covered = words.flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`));
    const moves = getStates(stateMachines.payment).flatMap((from) =>
      stateMachines.payment.transitions[from].map((to) => `${from} → ${to}`),
    );
    // A return needs a transfer: returns.test.ts.
    expect(new Set([...covered, 'paid → returned'])).toEqual(new Set(moves));
  });

  test.each(cases)(
    'allows the call $word from the status $at only as its state machine does',
    async ({ word, to, from, body, at }) => {
      await putPayment(at);
      const response = await call(world.boss, word, body);
      if ((from as readonly string[]).includes(at)) {
        expect(canTransition(stateMachines.payment, at, to)).toBe(true);
        expect(response).toMatchObject({ status: 200, body: { status: to } });
      } else {
        const refusal = {
          code: 'invalid_transition',
          current: at,
          allowed: stateMachines.payment.transitions[at],
        };
        expect(response).toMatchObject({ status: 409, body: refusal });
      }
    },
  );

  test.each(['requested', 'draft', 'approved', 'processing', 'failed'] as const)(
    'can be changed only by its organization in the status %s',
    async (at) => {
      await putPayment(at);
      for (const { word, body } of words) {
        expect(await call(partner, word, body)).toMatchObject({ status: 403 });
        expect(await call(stranger, word, body)).toMatchObject({ status: 404 });
        expect(await call(world.anonymous, word, body)).toMatchObject({ status: 401 });
      }
      expect(await world.boss.get(`${api}/payments/${objects.payment}/`)).toMatchObject({
        body: { status: at },
      });
    },
  );
});
