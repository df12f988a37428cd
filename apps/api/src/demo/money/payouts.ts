import type { PaymentStatus } from '@referral-dashboard/api-contract';
import type { Withholding } from '../../database/tables/taxes.ts';
import {
  addTo,
  type Method,
  missingTo,
  NO_EARLIER_PAYMENTS,
  purposeOf,
  snapshotOf,
  withholdingOf,
} from '../../money/index.ts';
import { dayIn } from '../../platform/clock.ts';
import type { DemoCard } from '../partners.ts';
import { type DemoLedger, type DemoPayment, sumOf } from './ledger.ts';

export type Payee = { card: DemoCard; method: Method };

type Payout = {
  /** Final status of the payment. */
  status: PaymentStatus;
  requested?: boolean;
  created_by: string | null;
  failure_reason?: string;
  cancel_reason?: string;
};

type Organization = { name: string; time_zone: string; default_min_payout_kop: number };

const HOUR_MS = 60 * 60 * 1000;
const FIRST_TRANSFER = 100;
const VERSIONS: Record<PaymentStatus, number> = {
  requested: 1,
  draft: 1,
  approved: 2,
  processing: 3,
  failed: 4,
  paid: 4,
  canceled: 2,
};
/** Statuses of payments that count as income of their year. */
const COUNTED: readonly PaymentStatus[] = ['approved', 'processing', 'paid'];
const OPEN: readonly PaymentStatus[] = ['requested', 'draft', 'approved', 'processing', 'failed'];

/**
 * Payments to partners by the same rules as the payment services, without a database. `test/postgres/demo-replay.test.ts` compares both.
 */
export function createPayouts(ledger: DemoLedger, organization: Organization) {
  const due = (partnerId: string) => sumOf(ledger.available(partnerId));
  const isDue = (partnerId: string) =>
    missingTo(organization.default_min_payout_kop, due(partnerId)) === 0 && !hasOpen(partnerId);
  const hasOpen = (partnerId: string) =>
    ledger.payments.some(({ partner_id, status }) => partner_id === partnerId && OPEN.includes(status));

  /** Taxes of a payment approved at `at`, as JSON; null when no tax is withheld. */
  function taxesOf({ id, kind }: DemoCard, amount_kop: number, at: Date): string | null {
    if (kind !== 'individual') return null;
    const year = Number(dayIn(at, organization.time_zone).slice(0, 4));
    const before = ledger.payments
      .filter(({ partner_id, status }) => partner_id === id && COUNTED.includes(status))
      .reduce((sum, payment) => {
        const taxes: Withholding | null = JSON.parse(payment.taxes ?? 'null');
        return taxes?.year === year ? addTo(sum, payment.amount_kop, taxes) : sum;
      }, NO_EARLIER_PAYMENTS);
    return JSON.stringify(withholdingOf({ year, residence: 'resident', amount_kop }, before));
  }

  /** Creates a payment of all available accruals in the given status. Does nothing below the minimum or while another payment is open. */
  function payOut({ card, method }: Payee, { status, ...given }: Payout, at: Date) {
    ledger.mature(at);
    if (!isDue(card.id)) return;
    const accruals = ledger.available(card.id);
    const hours = (count: number) => new Date(at.getTime() + count * HOUR_MS);
    const isApproved = ['approved', 'processing', 'paid', 'failed'].includes(status);
    const requested = given.requested ?? false;
    const payment: DemoPayment = ledger.pay(
      {
        requested: false,
        ...given,
        partner_id: card.id,
        status,
        amount_kop: sumOf(accruals),
        version: VERSIONS[status] + (requested && isApproved ? 1 : 0),
        method: isApproved ? JSON.stringify(snapshotOf(method, card)) : null,
        taxes: isApproved ? taxesOf(card, sumOf(accruals), hours(1)) : null,
        approved_at: isApproved ? hours(1) : null,
        paid_at: null,
        paid_on: null,
        updated_at: at,
      },
      (number) =>
        purposeOf({
          number,
          organization: organization.name,
          contract: { number: '', day: null },
          amount_kop: 0,
          vat: 'none',
          day: '',
        }),
      at,
    );
    if (isApproved || status === 'canceled') payment.updated_at = hours(2);
    if (status === 'paid') {
      const paid_at = hours(24);
      const paid_on = dayIn(paid_at, organization.time_zone);
      const external_ref = `ПП ${FIRST_TRANSFER + payment.number}`;
      Object.assign(payment, { paid_at, paid_on, external_ref, updated_at: paid_at });
    }
    if (status === 'canceled') return;
    for (const accrual of accruals) {
      Object.assign(accrual, {
        payment_id: payment.id,
        updated_at: payment.updated_at,
        status: status === 'paid' ? 'paid' : 'reserved',
      });
    }
  }

  /** The partner with the largest available sum, among those above the minimum and without an open payment. */
  const next = (payees: readonly Payee[], at: Date) => {
    ledger.mature(at);
    return payees
      .filter(({ card }) => isDue(card.id))
      .toSorted((one, other) => due(other.card.id) - due(one.card.id))[0];
  };

  return { payOut, next };
}
