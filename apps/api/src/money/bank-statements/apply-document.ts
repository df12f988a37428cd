import { computeTransfer } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { findAccountingDay } from '../closed-months/accounting-day.ts';
import { auditPayments } from '../payments/lifecycle/audit-payments.ts';
import { completePayments, reopenPayments } from '../payments/lifecycle/lifecycle.ts';
import { type LockedPayment, lockPayment } from '../payments/lifecycle/locked-payments.ts';
import { findReplacement, replaceCanceled } from '../payments/lifecycle/replace-canceled.ts';
import { recordPartialTransfer } from '../payments/open-payments.ts';
import { recordTransferDebts } from '../transfers/transfer-debts.ts';
import { describeRepeatedNumber, transfersRepo } from '../transfers/transfers.repo.ts';
import { describeConflicts } from './describe-conflicts.ts';
import { type AppliedDocument, divideDocument, type Part, toTransfer } from './document-parts.ts';

/** Payments that stay as they are. A transfer after that is for a new payment. */
const hasEnded = ({ row }: LockedPayment) => row.status === 'canceled' || row.status === 'returned';

/**
 * Records a bank document as a transfer of payments, in any of their statuses. It confirms manual marks that have no document yet. A payment
 * that its transfers cover becomes paid; a draft does so when it is approved, and a new payment replaces a canceled or returned one whose
 * accruals are available. A surplus becomes a debt of the partner.
 *
 * @param named the locked payments. Each takes its missing amount, in this order; the last one takes the rest.
 */
export async function applyDocument(
  trx: Db,
  organizationId: string,
  document: AppliedDocument,
  named: readonly LockedPayment[],
  cause: Cause,
) {
  const { number, paid_on } = document;
  const transfer = { paid_on, external_ref: `ПП ${number}` };
  const [first] = named;
  if (first === undefined) throw conflict('blocked', 'Выберите, какие выплаты оплатил этот документ.');
  const paid: LockedPayment[] = [];
  for (const payment of named) {
    const replacement = hasEnded(payment) ? await findReplacement(trx, payment) : undefined;
    // The document confirms the mark of the payment that replaced the canceled one.
    paid.push(
      replacement?.is_marked ? await lockPayment(trx, organizationId, replacement.id, cause) : payment,
    );
  }
  const { note } = await findAccountingDay(trx, organizationId, paid_on);
  const parts = await divideDocument(trx, paid, document.amount_kop);
  const notes: string[] = [];
  const settled: Part[] = [];
  // The numbers of payments that replace ended ones are locked after registries.
  for (const part of [
    ...parts.filter(({ payment }) => !hasEnded(payment)),
    ...parts.filter(({ payment }) => hasEnded(payment)),
  ]) {
    const replacement =
      hasEnded(part.payment) && part.confirmations.length === 0
        ? await replaceCanceled(trx, part.payment, part.amount_kop, cause)
        : null;
    const current = replacement === null ? part : { ...part, payment: replacement, before_kop: 0 };
    const conflicts = [
      ...(replacement === null
        ? []
        : [
            `Выплата В-${part.payment.row.number} ${part.payment.row.status === 'canceled' ? 'отменена' : 'возвращена банком'}, а банк перевел деньги.`,
          ]),
      ...describeConflicts(current),
    ];
    const name = parts.length > 1 ? `В-${current.payment.row.number}: ` : '';
    notes.push(...conflicts.map((words) => name + words));
    settled.push(current);
    const isPaid = await settlePart(trx, organizationId, current, { transfer, conflicts }, cause);
    if (isPaid && note !== undefined && !notes.includes(note)) notes.push(note);
  }
  notes.push(
    ...(await describeRepeatedNumber(trx, organizationId, {
      number,
      day: paid_on,
      ownAccount: document.own_account,
      payments: settled.map(({ payment }) => payment.row.id),
    })),
  );
  const sent = { ...toTransfer(document, first, settled), kind: 'sent' as const, notes };
  await transfersRepo(trx, organizationId).insert([sent], cause);
  await recordTransferDebts(
    trx,
    { organizationId, payments: settled.map(({ payment }) => payment.row.id) },
    cause,
  );
}

type Settlement = { transfer: { paid_on: string; external_ref: string }; conflicts: readonly string[] };

/**
 * Marks the payment of a part as paid when its transfers cover it, and writes the journal. The caller records the transfer and the debts.
 *
 * @returns true when the payment becomes paid.
 */
async function settlePart(
  trx: Db,
  organizationId: string,
  { payment, amount_kop, before_kop, confirmations, rest_kop }: Part,
  { transfer, conflicts }: Settlement,
  cause: Cause,
) {
  const { id, status } = payment.row;
  const isCovered = AWAITED.has(status) && before_kop + rest_kop >= computeTransfer(payment.row);
  if (!isCovered || conflicts.length > 0) {
    const action = confirmations.length === 0 ? 'payment.transfer' : 'payment.confirm';
    const diff = { ...transfer, amount_kop, reason: conflicts.join(' ') };
    await auditPayments(trx, organizationId, action, [{ id, diff }], cause);
  }
  const set = { organizationId, payments: [payment] };
  if (isCovered)
    await completePayments(
      trx,
      status === 'failed' ? await reopenPayments(trx, set, cause) : set,
      transfer,
      cause,
    );
  else if (status !== 'paid' && status !== 'canceled' && status !== 'returned')
    await recordPartialTransfer(trx, { organizationId, paymentId: id }, cause);
  return isCovered;
}

/** Statuses from which a payment becomes paid when the bank has transferred it. */
const AWAITED: ReadonlySet<LockedPayment['row']['status']> = new Set(['approved', 'processing', 'failed']);
