import { sql } from 'kysely';
import { paymentTermsOf } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { findDefaultMethods } from '../payable/blockers.ts';
import { lockPartners } from '../rewards/partner-money.ts';
import { findTaxStandings } from '../tax-status/standing.ts';

export type KnownPayments = Awaited<ReturnType<typeof lockPayments>>;
export type KnownPayment = KnownPayments['payments'][number];

/**
 * Locks payments of a registry and returns them with the data that their status changes check. The caller has locked the partners. The
 * number of SQL statements does not depend on the number of payments.
 */
export async function lockPayments(trx: Db, organizationId: string, ids: readonly string[], at: Date) {
  const rows = await trx
    .selectFrom('payments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('partner_id')
    .orderBy('id')
    .forUpdate()
    .execute();
  const partnerIds = [...new Set(rows.map(({ partner_id }) => partner_id))];
  const partners = new Map(
    (await lockPartners(trx, organizationId, partnerIds)).map((card) => [card.id, card]),
  );
  const methods = await findDefaultMethods(trx, organizationId, partnerIds);
  const taxes = await findTaxStandings(trx, organizationId, partnerIds, at);
  const organization = await paymentTermsOf(trx, organizationId);
  const payments = rows.map((row) => {
    const [partner, tax] = [partners.get(row.partner_id), taxes.get(row.partner_id)];
    if (partner === undefined || tax === undefined) throw new Error('a payment has no partner');
    return { row, partner, tax, method: methods.get(row.partner_id) ?? null };
  });
  return { organization, payments };
}
