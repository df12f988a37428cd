import type { PartnerKind, TaxResidence } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Withholding } from '../../database/tables/taxes.ts';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { earnedKop } from '../transfers/transfers.repo.ts';
import { addTo, computeWithholding, type EarlierPayments, NO_EARLIER_PAYMENTS } from './withholding.ts';

type Payment = { id: string; partner_id: string; amount_kop: number };
type Payee = { kind: PartnerKind; tax_residence: TaxResidence };
type Approval = { organizationId: string; time_zone: string; at: Date };

/**
 * Computes the taxes of payments under approval. Several payments to one person are taxed in the order of `payments`. The caller holds the
 * locks of the partners, so no other payment to them is approved at the same time.
 *
 * @returns taxes by payment id, without untaxed payments.
 */
export async function computeTaxes(
  trx: Db,
  { organizationId, time_zone, at }: Approval,
  payments: readonly { row: Payment; partner: Payee }[],
): Promise<Map<string, Withholding>> {
  const taxed = payments.filter(({ partner }) => partner.kind === 'individual');
  const year = Number(dayIn(at, time_zone).slice(0, 4));
  const rows = taxed.map(({ row }) => row);
  const before = await earlierPayments(trx, organizationId, year, rows);
  const earned = await earnedOf(trx, organizationId, rows);
  const taxesByPayment = new Map<string, Withholding>();
  for (const { row, partner } of taxed) {
    const { id, partner_id, amount_kop } = row;
    const earlier = before.get(partner_id) ?? NO_EARLIER_PAYMENTS;
    const earned_kop = earned.get(id) ?? amount_kop;
    const taxes = computeWithholding(
      // A payment that sends returned money again can contain more reversals than rewards.
      { year, residence: partner.tax_residence, earned_kop: Math.max(0, earned_kop), amount_kop },
      earlier,
    );
    before.set(partner_id, addTo(earlier, earned_kop, taxes));
    taxesByPayment.set(id, taxes);
  }
  return taxesByPayment;
}

/** Returns what payments pay for, without the transfer debts that they settle, in kopecks by payment id. */
async function earnedOf(trx: Db, organizationId: string, payments: readonly Payment[]) {
  if (payments.length === 0) return new Map<string, number>();
  const rows = await trx
    .selectFrom('payments as payment')
    .select(['payment.id', earnedKop('payment').as('kop')])
    .where('payment.organization_id', '=', organizationId)
    .where(sql<boolean>`payment.id = any(${payments.map(({ id }) => id)}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, kop }) => [id, kop]));
}

/**
 * Returns the sums of the other taxed payments of a year, by partner. The year of a payment is the year of its transfer, or of its approval
 * before the transfer. Cancelled and failed payments do not count.
 */
async function earlierPayments(trx: Db, organizationId: string, year: number, payments: readonly Payment[]) {
  const before = new Map<string, EarlierPayments>();
  if (payments.length === 0) return before;
  const [ids, partners] = [payments.map(({ id }) => id), payments.map(({ partner_id }) => partner_id)];
  const { rows } = await sql<{
    partner_id: string;
    residence: TaxResidence;
    earned_kop: number;
    tax_kop: number;
  }>`
    select partner_id, taxes->>'residence' as residence, ${earnedKop('payment')} as earned_kop, tax_kop
    from payments payment
    where organization_id = ${organizationId} and partner_id = any(${partners}::uuid[]) and id <> all(${ids}::uuid[])
      and taxes is not null and status in ('approved', 'processing', 'paid')
      and coalesce(extract(year from paid_on)::int, (taxes->>'year')::int) = ${year}`.execute(trx);
  for (const { partner_id, earned_kop, ...taxes } of rows)
    before.set(partner_id, addTo(before.get(partner_id) ?? NO_EARLIER_PAYMENTS, earned_kop, taxes));
  return before;
}
