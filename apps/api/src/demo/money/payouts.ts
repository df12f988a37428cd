import { type PaymentStatus, sumAmounts } from '@referral-dashboard/api-contract';
import {
  acceptPayments,
  approvePayments,
  cancelPayments,
  formPayment,
  lockPayments,
  markFailed,
  markPaid,
  markReturned,
  missingTo,
  processPayments,
  reserveForPartners,
} from '../../money/index.ts';
import { dayIn, HOUR_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DemoScene } from '../leads/leads.ts';
import type { DemoCard } from '../partners.ts';
import type { DemoLedger } from './ledger.ts';

type Payout = {
  /** Final status of the payment. */
  status: Exclude<PaymentStatus, 'paid' | 'returned'>;
  failure_reason?: string;
  cancel_reason?: string;
};

type Organization = { time_zone: string; default_min_payout_kop: number };
type Step = typeof approvePayments;

/** Number of the payment order by which the bank returned a payment. */
const RETURN_NUMBER = '4417';

/** Payments to partners by the services of payments and registries, with a moving clock. */
export function createPayouts(
  trx: Db,
  { organizationId, staffId, partnerUserId }: DemoScene,
  ledger: DemoLedger,
  organization: Organization,
) {
  const staff = {
    role: 'organization' as const,
    position: 'owner' as const,
    organizationId,
    userId: staffId,
    requestId: 'demo',
  };
  /** Partners with a payment in progress. */
  const busy = new Set<string>();
  const due = ({ id }: DemoCard) => sumAmounts(ledger.available(id));
  const isDue = (card: DemoCard) =>
    missingTo(organization.default_min_payout_kop, due(card)) === 0 && !busy.has(card.id);

  const causeAt = (at: Date, hours: number, actorId: string | null = staffId) => ({
    actorId,
    requestId: 'demo',
    at: new Date(at.getTime() + hours * HOUR_MS),
  });

  /** Writes the accruals of this moment, from which the next payments are formed. */
  async function prepare(at: Date) {
    ledger.mature(at);
    await ledger.save();
  }

  /** Forms a payment of all available accruals. `actorId` is the user of the partner for a request. */
  function form({ id: partnerId }: DemoCard, requested: boolean, actorId: string | null, at: Date) {
    const cause = causeAt(at, 0, actorId);
    const payment = { organizationId, partnerId, accrualIds: undefined, requested };
    return formPayment(trx, payment, cause, () => cause.at);
  }

  /** Changes payments `hours` after they were formed at `at`. */
  async function change(ids: readonly string[], at: Date, hours: number, step: Step) {
    const cause = causeAt(at, hours);
    await step(trx, await lockPayments(trx, organizationId, ids, cause), cause);
  }

  return {
    /**
     * Pays all available accruals of partners with one transfer on the next day. Partners below the minimum are skipped. The demo partner
     * requests its payment.
     */
    async payAll(cards: readonly DemoCard[], external_ref: string, at: Date) {
      await prepare(at);
      const [requesting, others] = [
        cards.filter(isDemoPartner),
        cards.filter((card) => !isDemoPartner(card)),
      ];
      const ids: string[] = [];
      for (const card of requesting.filter(isDue)) ids.push(await form(card, true, partnerUserId, at));
      await change(ids, at, 0.5, acceptPayments);
      const { candidates, skipped } = await reserveForPartners(
        trx,
        staff,
        others.filter(isDue).map(({ id }) => id),
        () => at,
      );
      const [refusal] = skipped;
      if (refusal !== undefined) throw new Error(`${refusal.name}: ${refusal.detail}`);
      ids.push(...candidates.map(({ paymentId }) => paymentId));
      await change(ids, at, 1, approvePayments);
      await change(ids, at, 2, processPayments);
      await change(ids, at, 24, (_, set, cause) => {
        const paid_on = dayIn(cause.at, organization.time_zone);
        return markPaid(trx, set, { paid_on, external_ref }, cause);
      });
      await ledger.refresh(ids);
    },

    /** The bank returns the latest payment of one of these partners. */
    async returnLast(cards: readonly DemoCard[], reason: string, at: Date) {
      await prepare(at);
      const { id } = await trx
        .selectFrom('payments')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'paid')
        .where(
          'partner_id',
          'in',
          cards.map((card) => card.id),
        )
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const returned = {
        returned_on: dayIn(at, organization.time_zone),
        external_ref: RETURN_NUMBER,
        reason,
      };
      await change([id], at, 0, (_, set, cause) => markReturned(trx, set, returned, cause));
      await ledger.refresh([id]);
    },

    /** Creates a payment to the partner with the largest available sum, among those above the minimum and without a payment in progress. */
    async payNext(cards: readonly DemoCard[], { status, failure_reason, cancel_reason }: Payout, at: Date) {
      await prepare(at);
      const [card] = cards.filter(isDue).toSorted((one, other) => due(other) - due(one));
      if (card === undefined) return;
      const isRequested = status === 'requested';
      const id = await form(card, isRequested, isRequested ? null : staffId, at);
      const isSent = status === 'processing' || status === 'failed';
      if (isSent || status === 'approved') await change([id], at, 1, approvePayments);
      if (isSent) await change([id], at, 2, processPayments);
      if (failure_reason !== undefined)
        await change([id], at, 3, (_, set, cause) => markFailed(trx, set, failure_reason, cause));
      if (cancel_reason !== undefined)
        await change([id], at, 2, (_, set, cause) => cancelPayments(trx, set, cancel_reason, cause));
      if (status !== 'canceled') busy.add(card.id);
      await ledger.refresh([id]);
    },
  };
}

const isDemoPartner = ({ index }: DemoCard) => index === 0;
