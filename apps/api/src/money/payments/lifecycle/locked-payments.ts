import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Author } from '../../../audit/index.ts';
import type { PaymentsTable } from '../../../database/tables/money.ts';
import type { Db } from '../../../platform/db/db.ts';
import { noSuchObject } from '../../../platform/errors.ts';
import { lockPartnersOfPayments, type PartnerCard } from '../../rewards/partner-money.ts';

export type LockedPayment = { row: Selectable<PaymentsTable>; partner: PartnerCard };

/** Locked payments of one organization, by partner and then by id. One payment is a set of one. */
export type PaymentSet = { organizationId: string; payments: readonly LockedPayment[] };

/**
 * Locks payments until the transaction ends. Every change of money takes its locks in this order: partners, payments, registries. The
 * number of SQL statements does not depend on the number of payments. Unknown payments are omitted.
 */
export async function lockPayments(
  trx: Db,
  organizationId: string,
  ids: readonly string[],
  author: Author,
): Promise<PaymentSet> {
  const cards = await lockPartnersOfPayments(trx, organizationId, ids, author);
  const partners = new Map(cards.map((card) => [card.id, card]));
  const rows = await trx
    .selectFrom('payments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('partner_id')
    .orderBy('id')
    .forUpdate()
    .execute();
  const payments = rows.map((row) => {
    const partner = partners.get(row.partner_id);
    if (partner === undefined) throw new Error('a payment has no partner');
    return { row, partner };
  });
  return { organizationId, payments };
}

/** Locks one payment. `set` contains only this payment. @throws ApiError 404 for an unknown payment. */
export async function lockPayment(trx: Db, organizationId: string, id: string, author: Author) {
  const set = await lockPayments(trx, organizationId, [id], author);
  const [payment] = set.payments;
  if (payment === undefined) throw noSuchObject();
  return { ...payment, set };
}

export const getPaymentIds = ({ payments }: PaymentSet) => payments.map(({ row }) => row.id);

export const getPartnerIds = ({ payments }: PaymentSet): string[] => [
  ...new Set(payments.map(({ partner }) => partner.id)),
];
