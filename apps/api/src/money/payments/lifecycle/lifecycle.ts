import { computeTransfer } from '@referral-dashboard/api-contract';
import type { Cause } from '../../../audit/index.ts';
import { findPaymentTerms } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/errors.ts';
import { findAccountingDay } from '../../closed-months/accounting-day.ts';
import { createExpectedReceipts } from '../../receipts/owed-receipts.ts';
import { alignClaims } from '../../rewards/partner-money.ts';
import { recordManualTransfers, recordRefusedTransfers } from '../../transfers/manual-transfers.ts';
import { recordTransferDebts } from '../../transfers/transfer-debts.ts';
import { transfersRepo } from '../../transfers/transfers.repo.ts';
import { reserveRepo } from '../reserve.repo.ts';
import { checkDay, checkUnblocked } from './blockers.ts';
import {
  getPartnerIds,
  getPaymentIds,
  type LockedPayment,
  lockPayments,
  type PaymentSet,
} from './locked-payments.ts';
import { findReplacement, replaceCanceled } from './replace-canceled.ts';
import {
  checkPaymentTransitions,
  type PaymentTransition,
  transitionPayments,
} from './transition-payments.ts';

/*
 * The status changes of locked payments, all or none. `reservePayments` creates payments, `approvePayments` and `retryPayments` approve
 * them, `settleReturns` returns them. Each function checks the transition by the state machine, moves the accruals and calls `transitionPayments`.
 */

/** Accepts requests of partners as drafts. @throws ApiError 409 for the first blocked payment. */
export async function acceptPayments(trx: Db, set: PaymentSet, cause: Cause) {
  const transition: PaymentTransition = {
    to: 'draft',
    allowedFrom: ['requested'],
    values: { formed_by: cause.actorId },
  };
  checkPaymentTransitions(set, transition);
  await checkUnblocked(trx, set, cause.at);
  await transitionPayments(trx, set, transition, cause);
}

/** Marks approved payments as sent to the bank. @throws ApiError 409 for the first blocked payment. */
export async function processPayments(trx: Db, set: PaymentSet, cause: Cause) {
  const transition = { to: 'processing' } as const;
  checkPaymentTransitions(set, transition);
  await checkUnblocked(trx, set, cause.at);
  await transitionPayments(trx, set, transition, cause);
}

type Transfer = {
  /** Day of the transfer as an ISO 8601 date, in the time zone of the organization. */
  paid_on: string;
  external_ref: string;
};

/**
 * Marks payments as paid after an employee states that the bank has transferred them, and records the transfers. Blockers do not apply:
 * they stop payments before the bank gets them. A refusal that was reported before does not count, and a canceled payment is replaced by a new
 * one; when its accruals are not available any more, the transfer becomes a debt of the partner.
 *
 * @throws ApiError 400 for a day in the future, 409 for a payment in another status.
 */
export async function markPaid(trx: Db, set: PaymentSet, transfer: Transfer, cause: Cause) {
  const { organizationId } = set;
  const { time_zone } = await findPaymentTerms(trx, organizationId);
  checkDay(transfer.paid_on, time_zone, cause.at);
  const isIn = (status: string) => (payment: LockedPayment) => payment.row.status === status;
  const failed = set.payments.filter(isIn('failed'));
  const canceled = set.payments.filter(isIn('canceled'));
  const open = {
    organizationId,
    payments: [
      ...set.payments.filter(({ row }) => row.status !== 'failed' && row.status !== 'canceled'),
      ...(await reopenPayments(trx, { organizationId, payments: failed }, cause)).payments,
    ],
  };
  checkPaymentTransitions(open, { to: 'paid' });
  await completePayments(trx, open, transfer, cause);
  const replaced = await replaceMarked(trx, canceled, cause);
  await completePayments(
    trx,
    { organizationId, payments: replaced.filter(({ row }) => row.status === 'approved') },
    transfer,
    cause,
  );
  const marked = { organizationId, payments: [...open.payments, ...replaced] };
  await recordManualTransfers(trx, marked, transfer, cause);
  await recordTransferDebts(trx, { organizationId, payments: getPaymentIds(marked) }, cause);
}

/**
 * Replaces canceled payments that an employee marks as paid. Payments whose accruals are not available any more are returned as they are.
 *
 * @throws ApiError 409 for a payment that was never approved, or whose transfer is already recorded.
 */
async function replaceMarked(trx: Db, canceled: readonly LockedPayment[], cause: Cause) {
  const replaced: LockedPayment[] = [];
  for (const payment of canceled) {
    const { id, organization_id, method } = payment.row;
    if (method === null)
      throw conflict(
        'closed',
        'Выплата отменена до утверждения. Сформируйте новую с теми же начислениями, утвердите и отметьте ее.',
      );
    const transferred = await transfersRepo(trx, organization_id).transferred([id]);
    const replacement = await findReplacement(trx, payment);
    if (transferred.has(id) || replacement !== undefined)
      throw conflict('closed', 'Перевод по этой выплате уже учтен.');
    replaced.push((await replaceCanceled(trx, payment, computeTransfer(payment.row), cause)) ?? payment);
  }
  return replaced;
}

/** Approves payments again whose transfers the bank refused before. @returns the locked payments. */
export async function reopenPayments(trx: Db, set: PaymentSet, cause: Cause): Promise<PaymentSet> {
  if (set.payments.length === 0) return set;
  await transitionPayments(trx, set, { to: 'approved', values: { failure_reason: '' } }, cause);
  return lockPayments(trx, set.organizationId, getPaymentIds(set), cause);
}

/**
 * Marks payments that their transfers cover, and their accruals, as paid, and creates the expected receipts. A transfer of a closed month
 * counts on the first open day. The caller records the transfers and the debts.
 */
export async function completePayments(trx: Db, set: PaymentSet, transfer: Transfer, cause: Cause) {
  const { organizationId } = set;
  const { at } = cause;
  const payments = getPaymentIds(set);
  if (payments.length === 0) return;
  const { day: paid_on, note } = await findAccountingDay(trx, organizationId, transfer.paid_on);
  await reserveRepo(trx).settle(organizationId, payments, at);
  const values = { ...transfer, paid_on, paid_at: at };
  await transitionPayments(trx, set, { to: 'paid', values, ...(note && { reason: note }) }, cause);
  await createExpectedReceipts(trx, { organizationId, payments, paidOn: paid_on }, cause);
}

/** Marks approved payments that the bank had transferred before as paid, with the day and the number of their last transfer. */
export async function settleCovered(trx: Db, set: PaymentSet, cause: Cause) {
  const { organizationId } = set;
  const covering = await transfersRepo(trx, organizationId).covering(getPaymentIds(set));
  if (covering.size === 0) return;
  const { payments } = await lockPayments(trx, organizationId, [...covering.keys()], cause);
  for (const payment of payments) {
    const transfer = covering.get(payment.row.id);
    if (transfer === undefined) throw new Error('a covered payment has no transfer');
    await completePayments(trx, { organizationId, payments: [payment] }, transfer, cause);
  }
  // Debts come last: the lock of their numbers comes after the locks of registries.
  await recordTransferDebts(trx, { organizationId, payments: [...covering.keys()] }, cause);
}

/** Marks payments as refused by the bank. Their accruals stay reserved. */
export async function markFailed(trx: Db, set: PaymentSet, failure_reason: string, cause: Cause) {
  await transitionPayments(trx, set, { to: 'failed', values: { failure_reason } }, cause);
  await recordRefusedTransfers(trx, set, failure_reason, cause);
}

/**
 * Cancels payments. Their accruals become available, or go to review with the other accruals of their lead. What the bank has transferred
 * becomes a debt of the partner.
 *
 * @param isFileConfirmed whether an employee stated that the bank did not get the file.
 */
export async function cancelPayments(
  trx: Db,
  set: PaymentSet,
  cancel_reason: string,
  cause: Cause,
  isFileConfirmed = false,
) {
  const { organizationId } = set;
  const transition = {
    to: 'canceled',
    values: { cancel_reason },
    ...(isFileConfirmed && { facts: { file_not_uploaded: true } }),
  } as const;
  checkPaymentTransitions(set, transition);
  await reserveRepo(trx).release(organizationId, getPaymentIds(set), cause.at);
  for (const partnerId of getPartnerIds(set)) await alignClaims(trx, { organizationId, partnerId }, cause);
  await transitionPayments(trx, set, transition, cause);
  await recordTransferDebts(trx, { organizationId, payments: getPaymentIds(set) }, cause);
}
