import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { audit, type Cause } from '../../audit/index.ts';
import type { PaymentsTable } from '../../database/tables/money.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import { awaitReceipt } from '../receipts/owed-receipts.ts';
import { updateRegistryOfPayment } from '../registries/registries.ts';
import { alignClaims, lockPartner } from '../rewards/partner-money.ts';
import { purposeNow } from './purpose.ts';
import { reserveRepo } from './reserve.repo.ts';

type PaymentRow = Selectable<PaymentsTable>;
type PaymentOf = { organizationId: string; paymentId: string };

/** Locks the money of the partner, then the payment, and returns both. @throws ApiError 404 for an unknown payment. */
export async function lockPayment(trx: Db, { organizationId, paymentId }: PaymentOf) {
  const known = await trx
    .selectFrom('payments')
    .select('partner_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (known === undefined) throw noSuchObject();
  const partner = await lockPartner(trx, organizationId, known.partner_id);
  const row = await trx
    .selectFrom('payments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || partner === undefined) throw noSuchObject();
  return { row, partner };
}

/** SQL expression that adds a user to the column `changed_by`. */
export const withEditor = (userId: string) =>
  sql<string[]>`case when ${userId}::uuid = any(changed_by) then changed_by
    else array_append(changed_by, ${userId}::uuid) end`;

/**
 * Changes a payment, increments its version and writes the audit entry. A user who changes the sum becomes one of its editors. Also updates
 * the registry of a payment with a new status, and creates the expected receipt of a paid one.
 */
export async function changePayment(
  trx: Db,
  row: PaymentRow,
  change: Updateable<PaymentsTable>,
  { actorId, requestId, at }: Cause,
) {
  const { organization_id: organizationId, id, status: from } = row;
  await trx
    .updateTable('payments')
    .set({
      ...change,
      ...(change.amount_kop !== undefined && actorId !== null && { changed_by: withEditor(actorId) }),
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
  if (change.status !== undefined && change.status !== from)
    await updateRegistryOfPayment(
      trx,
      { organizationId, paymentId: id, status: change.status },
      { actorId, requestId, at },
    );
  const { method: _, taxes, ...audited } = change;
  await audit(trx, {
    organizationId,
    actorId,
    requestId,
    at,
    kind: 'payment',
    objectId: id,
    action: `payment.${change.status ?? 'update'}`,
    diff: { from, ...audited, ...(typeof taxes === 'string' && { tax_kop: JSON.parse(taxes).tax_kop }) },
  });
  if (change.status === 'paid' && typeof change.paid_on === 'string')
    await awaitReceipt(
      trx,
      { organizationId, paymentId: id, paidOn: change.paid_on },
      { actorId, requestId, at },
    );
}

type PayeeOf = { organizationId: string; partnerId: string };

/** Payments of a partner whose payee can still change. */
const openOf = (trx: Db, { organizationId, partnerId }: PayeeOf) =>
  trx
    .selectFrom('payments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('partner_id', '=', partnerId)
    .where('status', 'in', ['requested', 'draft', 'failed']);

/** Records the user as an editor of the partner's open payments after a change of the payout method. */
export async function noteMethodChange(trx: Db, of: PayeeOf, { actorId, at }: Cause) {
  await trx
    .updateTable('payments')
    .set({
      ...(actorId !== null && { changed_by: withEditor(actorId) }),
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', of.organizationId)
    .where('id', 'in', openOf(trx, of))
    .execute();
}

/**
 * Does the same after a change of the payee or tax data of a card, and increments the versions of the draft registries of these payments:
 * the approval of a registry compares the method of a line, but not the name and the tax.
 */
export async function notePayeeChange(trx: Db, of: PayeeOf, cause: Cause) {
  await noteMethodChange(trx, of, cause);
  await trx
    .updateTable('registries as r')
    .set({ updated_at: cause.at, version: sql`version + 1` })
    .where('r.organization_id', '=', of.organizationId)
    .where('r.status', '=', 'draft')
    .where('r.id', 'in', (lines) =>
      lines
        .selectFrom('registry_payments as x')
        .select('x.registry_id')
        .where('x.organization_id', '=', of.organizationId)
        .where('x.state', '=', 'open')
        .where('x.payment_id', 'in', openOf(trx, of)),
    )
    .execute();
}

/** Removes accruals from a payment before its approval. Recalculates its amount, or cancels it when the remaining sum is not positive. */
export async function leavePayment(trx: Db, from: PaymentOf & { accruals: readonly string[] }, cause: Cause) {
  const { row } = await lockPayment(trx, from);
  await reserveRepo(trx).release(from, cause.at, from.accruals);
  await recalculateAmount(trx, row, cause);
}

/** Adds an available accrual to a payment before its approval and recalculates its amount. */
export async function joinPayment(trx: Db, to: PaymentOf & { accrual: string }, cause: Cause) {
  const { row } = await lockPayment(trx, to);
  await reserveRepo(trx).add(to, to.accrual, cause.at);
  await recalculateAmount(trx, row, cause);
}

/** Releases the accruals of a payment. They become available, or go to review with the other accruals of their lead. */
export async function releaseAccruals(trx: Db, row: PaymentRow, cause: Cause) {
  const { organization_id: organizationId, id: paymentId, partner_id: partnerId } = row;
  await reserveRepo(trx).release({ organizationId, paymentId }, cause.at);
  await alignClaims(trx, { organizationId, partnerId }, cause);
}

/** Sets the amount of a payment to the sum of its accruals. A sum of zero or less cancels the payment and releases its accruals. */
async function recalculateAmount(trx: Db, row: PaymentRow, cause: Cause) {
  const of = { organizationId: row.organization_id, paymentId: row.id };
  const left = await reserveRepo(trx).total(of);
  if (left > 0) {
    const { organization_id: organizationId, partner_id: partnerId, number } = row;
    const purpose = await purposeNow(trx, {
      organizationId,
      partnerId,
      number,
      amount_kop: left,
      at: cause.at,
    });
    return changePayment(trx, row, { amount_kop: left, purpose }, cause);
  }
  await releaseAccruals(trx, row, cause);
  await changePayment(trx, row, { status: 'canceled', cancel_reason: 'Начисления отменены.' }, cause);
}
