import type { PaymentStatus } from '@referral-dashboard/api-contract';
import { formPayment } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { type DemoScene, participants, REQUEST_ID } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { type DemoEvent, daysBefore, hoursAfter } from '../timeline.ts';
import { createPayable } from './payable.ts';

/** A registry that is at the bank: its age in days, and the indexes of its partners. Both are paid to bank accounts. */
const SENT = { days: 4, cards: [13, 21] } as const;

type Payout = {
  /** Age of the payment. */
  days: number;
  /** Final status of the payment. */
  status: Exclude<PaymentStatus, 'paid' | 'returned' | 'processing'>;
  reason?: string;
};

const PAYOUTS: readonly Payout[] = [
  { days: 9, status: 'canceled', reason: 'Партнер попросил перенести выплату' },
  { days: 7, status: 'failed', reason: 'Банк вернул перевод: счет получателя закрыт' },
  { days: 3, status: 'approved' },
  { days: 2, status: 'approved' },
  { days: 2, status: 'draft' },
  { days: 1, status: 'draft' },
  { days: 1, status: 'requested' },
  { days: 0.5, status: 'requested' },
  { days: 0.2, status: 'requested' },
];

/** Payments since the last payday: one in every status but paid and returned. */
export function eventsOfOpenPayments(trx: Db, scene: DemoScene, services: DemoServices): DemoEvent[] {
  const { organizationId, staff, now } = scene;
  const { clock, payments, paymentTransitions, registries, registryMoves } = services;
  const { findPayable, others } = createPayable(trx, scene, services);
  const sentTo = participants(scene)
    .filter(({ index }) => SENT.cards.some((one) => one === index))
    .map(({ id }) => id);
  /** Partners with a payment in progress. */
  const busy = new Set(sentTo);

  /** A payment to the partner with the largest available sum among those without a payment in progress. */
  function payNext({ days, status, reason = '' }: Payout): DemoEvent[] {
    const at = daysBefore(now, days);
    let id: string | undefined;
    const change = (hours: number, apply: (payment: string) => Promise<unknown>): DemoEvent => ({
      at: hoursAfter(at, hours),
      apply: async () => id !== undefined && apply(id),
    });
    const form: DemoEvent = {
      at,
      async apply() {
        const partnerId = (await findPayable()).find((one) => others.includes(one) && !busy.has(one));
        if (partnerId === undefined) return;
        id =
          status === 'requested'
            ? await request(partnerId)
            : (await payments.create(staff, { partner: partnerId }, undefined)).id;
        if (status !== 'canceled') busy.add(partnerId);
      },
    };
    const approve = change(1, (one) => paymentTransitions.approve(staff, one, {}));
    switch (status) {
      case 'canceled':
        return [form, change(2, (one) => paymentTransitions.cancel(staff, one, { reason }))];
      case 'approved':
        return [form, approve];
      case 'failed':
        return [
          form,
          approve,
          change(2, (one) => paymentTransitions.process(staff, one, {})),
          change(3, (one) => paymentTransitions.fail(staff, one, { reason })),
        ];
      default:
        return [form];
    }
  }

  /** Creates a payment request. These partners have no user who could call the service. */
  const request = (partnerId: string) =>
    formPayment(
      trx,
      { organizationId, partnerId, accrualIds: undefined, requested: true },
      { actorId: null, requestId: REQUEST_ID },
      clock,
    );

  function sendRegistry(): DemoEvent[] {
    const at = daysBefore(now, SENT.days);
    let formed: string[] = [];
    const change = (hours: number, step: typeof registryMoves.approve): DemoEvent => ({
      at: hoursAfter(at, hours),
      async apply() {
        for (const id of formed) await step(staff, id, {});
      },
    });
    const create = async () => {
      const { results } = await registries.create(staff, { partners: sentTo }, undefined);
      formed = results.map(({ id }) => id);
    };
    return [{ at, apply: create }, change(1, registryMoves.approve), change(2, registryMoves.send)];
  }

  return [...sendRegistry(), ...PAYOUTS.flatMap(payNext)];
}
