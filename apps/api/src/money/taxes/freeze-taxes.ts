import type { PartnerKind, TaxResidence } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Withholding } from '../../database/tables/taxes.ts';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
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
  const before = await earlierPayments(
    trx,
    organizationId,
    year,
    taxed.map(({ row }) => row),
  );
  const taxesByPayment = new Map<string, Withholding>();
  for (const { row, partner } of taxed) {
    const { id, partner_id, amount_kop } = row;
    const earlier = before.get(partner_id) ?? NO_EARLIER_PAYMENTS;
    const taxes = computeWithholding({ year, residence: partner.tax_residence, amount_kop }, earlier);
    before.set(partner_id, addTo(earlier, amount_kop, taxes));
    taxesByPayment.set(id, taxes);
  }
  return taxesByPayment;
}

/**
 * Returns the sums of the other taxed payments of a year, by partner. The year of a payment is the year of its transfer, or of its approval
 * before the transfer. Cancelled and failed payments do not count.
 */
async function earlierPayments(trx: Db, organizationId: string, year: number, payments: readonly Payment[]) {
  if (payments.length === 0) return new Map<string, EarlierPayments>();
  const [ids, partners] = [payments.map(({ id }) => id), payments.map(({ partner_id }) => partner_id)];
  const asResident = sql`filter (where taxes->>'residence' = 'resident')`;
  const { rows } = await sql<EarlierPayments & { partner_id: string }>`
    select partner_id,
      coalesce(sum(amount_kop) ${asResident}, 0)::bigint as resident_kop,
      coalesce(sum(tax_kop) ${asResident}, 0)::bigint as resident_tax_kop,
      sum(amount_kop)::bigint as paid_kop
    from payments
    where organization_id = ${organizationId} and partner_id = any(${partners}::uuid[]) and id <> all(${ids}::uuid[])
      and taxes is not null and status in ('approved', 'processing', 'paid')
      and coalesce(extract(year from paid_on)::int, (taxes->>'year')::int) = ${year}
    group by partner_id`.execute(trx);
  return new Map(rows.map(({ partner_id, ...before }): [string, EarlierPayments] => [partner_id, before]));
}
