import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import { nextNumbers } from '../../../database/rules/numbers.ts';
import type { PaymentTerms } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { notifyPayments } from '../../money-messages.ts';
import { extendStatementTimeout, notifyMaturedHolds, type PartnerCard } from '../../rewards/partner-money.ts';
import { purposeForApproval } from '../purpose.ts';
import { reserveRepo } from '../reserve.repo.ts';
import { auditPayments } from './audit-payments.ts';

/** A locked partner with the number and the sum of the accruals that a new payment takes. */
export type Payee = { partner: PartnerCard; accruals: number; amount_kop: number };

type NewPayments<One extends Payee> = {
  organizationId: string;
  organization: PaymentTerms;
  /** One payment for each partner, checked by the caller. */
  payees: readonly One[];
  /** Accruals to pay, together with their claims; undefined for all available ones. The caller has released the ended holds of selected ones. */
  accrualIds?: readonly string[] | undefined;
  /** Takes only `accrualIds`, without others of their leads and debts. Default: false. */
  isExact?: boolean;
  /** True for requests of partners. Default: false, drafts of the organization. */
  requested?: boolean;
  isFinal?: boolean;
  /** Reason for the journal. */
  reason?: string;
};

/**
 * Creates payments and reserves their accruals. The number of SQL statements does not depend on the number of payments. The caller holds the
 * locks of the partners.
 *
 * @returns the payments in the order of `payees`.
 */
export async function reservePayments<One extends Payee>(
  trx: Db,
  {
    organizationId,
    organization,
    payees,
    accrualIds,
    requested = false,
    isFinal = false,
    ...more
  }: NewPayments<One>,
  cause: Cause,
) {
  if (payees.length === 0) return [];
  await extendStatementTimeout(trx);
  const { actorId, at } = cause;
  const status = requested ? 'requested' : 'draft';
  const payments = payees.map((payee) => ({ ...payee, id: randomUUIDv7(), partnerId: payee.partner.id }));
  if (accrualIds === undefined)
    await notifyMaturedHolds(
      trx,
      organizationId,
      payments.map(({ partnerId }) => partnerId),
      at,
    );
  const rows = JSON.stringify(
    payments.map(({ id, partnerId, amount_kop }) => ({ id, partner: partnerId, amount_kop })),
  );
  await sql`
    insert into payments (organization_id, id, partner_id, status, amount_kop, requested, is_final, created_by, formed_by,
      created_at, updated_at)
    select ${organizationId}, new_payment.id, new_payment.partner, ${status}, new_payment.amount_kop, ${requested}, ${isFinal}, ${actorId}::uuid,
      ${requested ? null : actorId}::uuid, ${at}, ${at}
    from jsonb_to_recordset(${rows}::jsonb) as new_payment (id uuid, partner uuid, amount_kop bigint)`.execute(
    trx,
  );
  await reserveRepo(trx).reserve({ organizationId, accrualIds, isExact: more.isExact, at, payments });
  const changes = payments.map(({ id, amount_kop, accruals }) => ({
    id,
    diff: {
      status,
      amount_kop,
      accruals,
      ...(isFinal && { is_final: true }),
      ...(more.reason !== undefined && { reason: more.reason }),
    },
  }));
  await auditPayments(trx, organizationId, 'payment.create', changes, cause);

  // Numbers come last: their lock blocks other new payments until the commit.
  const first = await nextNumbers(trx, organizationId, 'payment', payments.length);
  const numbered = payments.map(({ id, partner, amount_kop }, index) => {
    const number = first + index;
    return { id, number, purpose: purposeForApproval(organization, partner, { number, amount_kop, at }) };
  });
  await sql`
    update payments payment set number = numbered.number, purpose = numbered.purpose
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as numbered (id uuid, number int, purpose text)
    where payment.organization_id = ${organizationId} and payment.id = numbered.id`.execute(trx);
  const ids = payments.map(({ id }) => id);
  if (requested) await notifyPayments(trx, 'payment_requested', { organizationId, payments: ids }, cause);
  return payments;
}
