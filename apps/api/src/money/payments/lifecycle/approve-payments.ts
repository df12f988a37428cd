import type { Cause } from '../../../audit/index.ts';
import { findPaymentTerms, type PaymentTerms } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/errors.ts';
import { findDefaultMethods, type Method, toMethodSnapshot } from '../../payable/blockers.ts';
import { computeTaxes } from '../../taxes/freeze-taxes.ts';
import { purposeForApproval } from '../purpose.ts';
import { contributedPayments, secondApproverReason } from '../second-approver.ts';
import type { Frozen } from './attempts.ts';
import { checkNothingBlocks, loadTaxStandings, paymentBlockers } from './blockers.ts';
import { settleCovered } from './lifecycle.ts';
import { getPartnerIds, getPaymentIds, type LockedPayment, type PaymentSet } from './locked-payments.ts';
import { checkPaymentTransitions, transitionPayments } from './transition-payments.ts';

/** A payment with the data that its approval depends on. */
export type Approval = LockedPayment &
  ReturnType<typeof paymentBlockers> & {
    /** An earlier approval has frozen the payout method. */
    isFrozen: boolean;
    /** Payable default method of the partner. */
    method: Method | null;
    /** Reason why another employee must approve the payment, in Russian. */
    secondApprover: string | undefined;
  };

export type Approvals = {
  organizationId: string;
  organization: PaymentTerms;
  payments: readonly Approval[];
};

/** Reads what the approval of payments depends on. An approved payment keeps its method and approver, so these do not block it. */
export async function readApprovals(trx: Db, set: PaymentSet, { actorId, at }: Cause): Promise<Approvals> {
  const { organizationId } = set;
  const organization = await findPaymentTerms(trx, organizationId);
  const methods = await findDefaultMethods(trx, organizationId, getPartnerIds(set));
  const describeTax = await loadTaxStandings(trx, set, at);
  const approver = { organization, userId: actorId };
  const contributed = await contributedPayments(trx, organizationId, approver, getPaymentIds(set));
  const payments = set.payments.map((payment) => {
    const isFrozen = payment.row.status === 'approved';
    const method = methods.get(payment.partner.id) ?? null;
    const sources = { organization, tax: describeTax(payment), method: isFrozen ? undefined : method };
    return {
      ...payment,
      ...paymentBlockers(payment, sources, at),
      isFrozen,
      method,
      secondApprover: isFrozen ? undefined : secondApproverReason(payment.row, { ...approver, contributed }),
    };
  });
  return { organizationId, organization, payments };
}

/**
 * Approves drafts. A payment that the bank has already transferred becomes paid.
 *
 * @throws ApiError 409 for the first payment that this employee cannot approve now.
 */
export const approvePayments = (trx: Db, set: PaymentSet, cause: Cause) =>
  approveFrom(trx, set, 'draft', cause);

/** Approves payments that the bank refused, with the current payout methods. @throws as `approvePayments`. */
export const retryPayments = (trx: Db, set: PaymentSet, cause: Cause) =>
  approveFrom(trx, set, 'failed', cause);

async function approveFrom(trx: Db, set: PaymentSet, from: 'draft' | 'failed', cause: Cause) {
  checkPaymentTransitions(set, { to: 'approved', allowedFrom: [from] });
  const approvals = await readApprovals(trx, set, cause);
  for (const { secondApprover, ...payment } of approvals.payments) {
    if (secondApprover !== undefined)
      throw conflict('four_eyes', `${secondApprover}. Утвердить ее должен другой сотрудник.`);
    checkNothingBlocks(payment);
  }
  await freezePayments(trx, approvals, cause);
  await settleCovered(trx, set, cause);
}

/**
 * Freezes the payees, payout methods, purposes and taxes of checked payments and moves them to `approved`. Payments that are already approved do
 * not change.
 */
export async function freezePayments(
  trx: Db,
  { organizationId, organization, payments }: Approvals,
  cause: Cause,
) {
  const { at } = cause;
  const checked = payments.filter(({ isFrozen }) => !isFrozen);
  const taxes = await computeTaxes(trx, { organizationId, time_zone: organization.time_zone, at }, checked);
  const frozen = new Map(
    checked.map(({ row: { id, number, amount_kop }, partner, method }): [string, Frozen] => {
      if (method === null) throw new Error('a payment without a method passed its check');
      const purpose = purposeForApproval(organization, partner, { number, amount_kop, at });
      const payee = { payee_kind: partner.kind, payee_inn: partner.inn };
      return [
        id,
        { method: toMethodSnapshot(method, partner), purpose, ...payee, taxes: taxes.get(id) ?? null },
      ];
    }),
  );
  const values = { approved_at: at, failure_reason: '' };
  await transitionPayments(
    trx,
    { organizationId, payments: checked },
    { to: 'approved', values, frozen },
    cause,
  );
}
