import { computeTransfer, stateMachines } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import { formatRubles } from '../../platform/russian-format.ts';
import { auditPayments } from '../payments/lifecycle/audit-payments.ts';
import { completePayments, reopenPayments } from '../payments/lifecycle/lifecycle.ts';
import { type LockedPayment, lockPayment, lockPayments } from '../payments/lifecycle/locked-payments.ts';
import { findReplacement, replaceCanceled } from '../payments/lifecycle/replace-canceled.ts';
import { recordPartialTransfer } from '../payments/open-payments.ts';
import { recordTransferDebts } from '../transfers/transfer-debts.ts';
import { describeRepeatedNumber, type OpenMark, transfersRepo } from '../transfers/transfers.repo.ts';

export type AppliedDocument = {
  id: string;
  number: string;
  /** Day of the debit as an ISO 8601 date. */
  paid_on: string;
  amount_kop: number;
  payee: string;
  payee_account: string;
  purpose: string;
  own_account: string;
  file_sha256: string | null;
};

/** A payment and the part of a bank document that belongs to it. */
type Part = {
  payment: LockedPayment;
  amount_kop: number;
  before_kop: number;
  marks: readonly OpenMark[];
  confirmations: readonly Confirmation[];
  /** Part that confirms no manual mark. */
  rest_kop: number;
};

const isCanceled = ({ row }: LockedPayment) => row.status === 'canceled';

/**
 * Records a bank document as a transfer of payments, in any of their statuses. It confirms manual marks that have no document yet. A payment
 * that its transfers cover becomes paid; a draft does so when it is approved, and a new payment replaces a canceled one whose accruals are
 * available. A surplus becomes a debt of the partner.
 *
 * @param payments ids of the payments. Each takes its missing amount, in this order; the last one takes the rest.
 */
export async function applyDocument(
  trx: Db,
  organizationId: string,
  document: AppliedDocument,
  payments: readonly string[],
  cause: Cause,
) {
  const { number, paid_on } = document;
  const transfer = { paid_on, external_ref: `ПП ${number}` };
  const locked = await lockPayments(trx, organizationId, payments, cause);
  const named = payments.map((id) => {
    const payment = locked.payments.find(({ row }) => row.id === id);
    if (payment === undefined) throw noSuchObject();
    return payment;
  });
  const [first] = named;
  if (first === undefined) throw conflict('blocked', 'Выберите, какие выплаты оплатил этот документ.');
  const paid: LockedPayment[] = [];
  for (const payment of named) {
    const replacement = isCanceled(payment) ? await findReplacement(trx, payment) : undefined;
    // The document confirms the mark of the payment that replaced the canceled one.
    paid.push(
      replacement?.is_marked ? await lockPayment(trx, organizationId, replacement.id, cause) : payment,
    );
  }
  const parts = await divide(trx, paid, document.amount_kop);
  const notes: string[] = [];
  const settled: Part[] = [];
  // The numbers of payments that replace canceled ones are locked after registries.
  for (const part of [
    ...parts.filter(({ payment }) => !isCanceled(payment)),
    ...parts.filter(({ payment }) => isCanceled(payment)),
  ]) {
    const replacement =
      isCanceled(part.payment) && part.confirmations.length === 0
        ? await replaceCanceled(trx, part.payment, part.amount_kop, cause)
        : null;
    const current = replacement === null ? part : { ...part, payment: replacement, before_kop: 0 };
    const conflicts = [
      ...(replacement === null
        ? []
        : [`Выплата В-${part.payment.row.number} отменена, а банк перевел деньги.`]),
      ...findConflicts(current),
    ];
    const name = parts.length > 1 ? `В-${current.payment.row.number}: ` : '';
    notes.push(...conflicts.map((words) => name + words));
    settled.push(current);
    await settlePart(trx, organizationId, current, { transfer, conflicts }, cause);
  }
  notes.push(
    ...(await describeRepeatedNumber(trx, organizationId, {
      number,
      day: paid_on,
      ownAccount: document.own_account,
      payments: settled.map(({ payment }) => payment.row.id),
    })),
  );
  await transfersRepo(trx, organizationId).insert(
    [
      {
        kind: 'sent',
        source: 'statement',
        value_date: paid_on,
        document_number: number,
        amount_kop: document.amount_kop,
        own_account: document.own_account,
        partner_id: first.row.partner_id,
        payee: document.payee,
        payee_account: document.payee_account,
        purpose: document.purpose,
        notes,
        file_sha256: document.file_sha256,
        bank_document_id: document.id,
        matches: settled.flatMap(({ payment, confirmations, rest_kop }) => [
          ...confirmations,
          ...(rest_kop > 0 ? [{ payment_id: payment.row.id, amount_kop: rest_kop }] : []),
        ]),
      },
    ],
    cause,
  );
  await recordTransferDebts(
    trx,
    { organizationId, payments: settled.map(({ payment }) => payment.row.id) },
    cause,
  );
}

/** Divides the amount of a document among its payments: each takes its missing amount, the last one the rest. Empty parts are omitted. */
async function divide(trx: Db, payments: readonly LockedPayment[], amountKop: number): Promise<Part[]> {
  const parts: Part[] = [];
  let left = amountKop;
  for (const [index, payment] of payments.entries()) {
    const { id, organization_id, status } = payment.row;
    const repo = transfersRepo(trx, organization_id);
    const before_kop = (await repo.transferred([id])).get(id) ?? 0;
    const marks = await repo.openMarks(id);
    const missing = marks.length > 0 ? sumMarks(marks) : computeTransfer(payment.row) - before_kop;
    const isLast = index === payments.length - 1;
    const amount_kop = isLast
      ? left
      : Math.min(left, status === 'paid' && marks.length === 0 ? 0 : Math.max(0, missing));
    if (amount_kop === 0) continue;
    left -= amount_kop;
    const confirmations = confirmationsOf(marks, amount_kop);
    parts.push({
      payment,
      amount_kop,
      before_kop,
      marks,
      confirmations,
      rest_kop: amount_kop - sumOf(confirmations),
    });
  }
  return parts;
}

type Settlement = { transfer: { paid_on: string; external_ref: string }; conflicts: readonly string[] };

/** Marks the payment of a part as paid when its transfers cover it, and writes the journal. The caller records the transfer and the debts. */
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
  else if (status !== 'paid' && status !== 'canceled')
    await recordPartialTransfer(trx, { organizationId, paymentId: id }, cause);
}

/** Statuses from which a payment becomes paid when the bank has transferred it. */
const AWAITED: ReadonlySet<LockedPayment['row']['status']> = new Set(['approved', 'processing', 'failed']);

type Confirmation = { confirmed_id: string; amount_kop: number };

const sumOf = (confirmations: readonly Confirmation[]) =>
  confirmations.reduce((sum, { amount_kop }) => sum + amount_kop, 0);

const sumMarks = (marks: readonly OpenMark[]) => marks.reduce((sum, { rest_kop }) => sum + rest_kop, 0);

/** Divides a document among manual marks: it confirms the mark of the same amount, otherwise the oldest ones. */
function confirmationsOf(marks: readonly OpenMark[], amountKop: number): Confirmation[] {
  const same = marks.find(({ rest_kop }) => rest_kop === amountKop);
  const confirmations: Confirmation[] = [];
  let left = amountKop;
  for (const { id: confirmed_id, rest_kop } of same === undefined ? marks : [same]) {
    const amount_kop = Math.min(rest_kop, left);
    if (amount_kop > 0) confirmations.push({ confirmed_id, amount_kop });
    left -= amount_kop;
  }
  return confirmations;
}

/** Returns how a bank document differs from its payment, in Russian. */
function findConflicts({ payment: { row }, amount_kop, rest_kop, before_kop, marks }: Part): string[] {
  const due_kop = computeTransfer(row);
  if (marks.length > 0) {
    const marked_kop = sumMarks(marks);
    if (rest_kop > 0)
      return [
        `Банк перевел ${formatRubles(amount_kop)}, вручную отмечено ${formatRubles(marked_kop)}: лишнее — долг партнера.`,
      ];
    return amount_kop === marked_kop
      ? []
      : [
          `Документ подтвердил ${formatRubles(amount_kop)} из отмеченных вручную ${formatRubles(marked_kop)}.`,
        ];
  }
  switch (row.status) {
    case 'canceled':
      return [`Выплата отменена, а банк перевел ${formatRubles(amount_kop)}. Это долг партнера.`];
    case 'requested':
    case 'draft':
      return [
        `Выплата не утверждена, а банк перевел ${formatRubles(amount_kop)}. Утвердите ее, и перевод засчитается. Если отменить, он станет долгом партнера.`,
      ];
    case 'paid':
      return [`Лишний перевод по выплате: ${formatRubles(rest_kop)}. Это долг партнера.`];
    default: {
      const total_kop = before_kop + rest_kop;
      const isFailed = row.status === 'failed';
      const failed = `Выплата была в статусе «${stateMachines.payment.labels.failed}».`;
      if (total_kop < due_kop) {
        const left = formatRubles(due_kop - total_kop);
        return [
          `Банк перевел ${formatRubles(total_kop)} из ${formatRubles(due_kop)}. ${
            isFailed
              ? `${failed} Повторите ее, чтобы перевести остальные ${left}.`
              : `Осталось перевести ${left}.`
          }`,
        ];
      }
      return [
        ...(isFailed ? [failed] : []),
        ...(total_kop > due_kop
          ? [
              `Банк перевел ${formatRubles(total_kop)}, к перечислению было ${formatRubles(due_kop)}: лишнее — долг партнера.`,
            ]
          : []),
      ];
    }
  }
}
