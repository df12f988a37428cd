import type { Cause } from '../../../audit/index.ts';
import { findPaymentTerms } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createExpectedReceipts } from '../../receipts/owed-receipts.ts';
import { alignClaims } from '../../rewards/partner-money.ts';
import { recordManualTransfers, recordRefusedTransfers } from '../../transfers/manual-transfers.ts';
import { recordTransferDebts } from '../../transfers/transfer-debts.ts';
import { reserveRepo } from '../reserve.repo.ts';
import { checkDay, checkUnblocked } from './blockers.ts';
import { getPartnerIds, getPaymentIds, type PaymentSet } from './locked-payments.ts';
import {
  checkPaymentTransitions,
  type PaymentTransition,
  transitionPayments,
} from './transition-payments.ts';

/*
 * The status changes of locked payments, all or none. `reservePayments` creates payments, `approvePayments` and `retryPayments` approve
 * them. Each function checks the transition by the state machine, moves the accruals and calls `transitionPayments`.
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
 * they stop payments before the bank gets them.
 *
 * @throws ApiError 400 for a day before a payment or in the future, 409 for a payment in another status.
 */
export async function markPaid(trx: Db, set: PaymentSet, transfer: Transfer, cause: Cause) {
  checkPaymentTransitions(set, { to: 'paid' });
  const organization = await findPaymentTerms(trx, set.organizationId);
  for (const payment of set.payments) checkDay(payment, organization, transfer.paid_on, cause.at);
  await recordManualTransfers(trx, set, transfer, cause);
  await settlePayments(trx, set, transfer, cause);
}

/**
 * Marks payments that their transfers cover, and their accruals, as paid. Creates the expected receipts, and debts for what the bank
 * transferred beyond the payments.
 */
export async function settlePayments(trx: Db, set: PaymentSet, transfer: Transfer, cause: Cause) {
  const { organizationId } = set;
  const { at } = cause;
  const payments = getPaymentIds(set);
  await reserveRepo(trx).settle(organizationId, payments, at);
  await transitionPayments(trx, set, { to: 'paid', values: { ...transfer, paid_at: at } }, cause);
  await createExpectedReceipts(trx, { organizationId, payments, paidOn: transfer.paid_on }, cause);
  await recordTransferDebts(trx, { organizationId, payments }, cause);
}

/** Marks payments as refused by the bank. Their accruals stay reserved. */
export async function markFailed(trx: Db, set: PaymentSet, failure_reason: string, cause: Cause) {
  await transitionPayments(trx, set, { to: 'failed', values: { failure_reason } }, cause);
  await recordRefusedTransfers(trx, set, failure_reason, cause);
}

/**
 * Cancels payments. Their accruals become available, or go to review with the other accruals of their lead. What the bank has transferred
 * becomes a debt of the partner.
 */
export async function cancelPayments(trx: Db, set: PaymentSet, cancel_reason: string, cause: Cause) {
  const { organizationId } = set;
  const transition = { to: 'canceled', values: { cancel_reason } } as const;
  checkPaymentTransitions(set, transition);
  await reserveRepo(trx).release(organizationId, getPaymentIds(set), cause.at);
  for (const partnerId of getPartnerIds(set)) await alignClaims(trx, { organizationId, partnerId }, cause);
  await transitionPayments(trx, set, transition, cause);
  await recordTransferDebts(trx, { organizationId, payments: getPaymentIds(set) }, cause);
}
