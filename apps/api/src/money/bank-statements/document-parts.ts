import { computeTransfer, sumAmounts } from '@referral-dashboard/api-contract';
import type { Author } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import { type LockedPayment, lockPayments } from '../payments/lifecycle/locked-payments.ts';
import { type OpenMark, transfersRepo } from '../transfers/transfers.repo.ts';

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

type Confirmation = { confirmed_id: string; amount_kop: number };

/** A payment and the part of a bank document that belongs to it. */
export type Part = {
  payment: LockedPayment;
  amount_kop: number;
  /** What the bank had transferred before. */
  before_kop: number;
  marks: readonly OpenMark[];
  confirmations: readonly Confirmation[];
  /** Part that confirms no manual mark. */
  rest_kop: number;
};

/** Locks payments and returns them in the order of `ids`. @throws ApiError 404 for an unknown payment. */
export async function lockNamed(trx: Db, organizationId: string, ids: readonly string[], author: Author) {
  const { payments } = await lockPayments(trx, organizationId, ids, author);
  return ids.map((id) => {
    const payment = payments.find(({ row }) => row.id === id);
    if (payment === undefined) throw noSuchObject();
    return payment;
  });
}

/** Returns the transfer that a bank document records, without its kind and notes. `first` is its first payment. */
export const toTransfer = (
  {
    number,
    paid_on,
    id,
    amount_kop,
    own_account,
    payee,
    payee_account,
    purpose,
    file_sha256,
  }: AppliedDocument,
  first: LockedPayment,
  parts: readonly Pick<Part, 'payment' | 'confirmations' | 'rest_kop'>[],
) => ({
  source: 'statement' as const,
  value_date: paid_on,
  document_number: number,
  amount_kop,
  own_account,
  partner_id: first.row.partner_id,
  payee,
  payee_account,
  purpose,
  file_sha256,
  bank_document_id: id,
  matches: parts.flatMap(({ payment, confirmations, rest_kop }) => [
    ...confirmations,
    ...(rest_kop > 0 ? [{ payment_id: payment.row.id, amount_kop: rest_kop }] : []),
  ]),
});

/** Divides the amount of a document among its payments: each takes its missing amount, the last one the rest. Empty parts are omitted. */
export async function divideDocument(
  trx: Db,
  payments: readonly LockedPayment[],
  amountKop: number,
): Promise<Part[]> {
  const parts: Part[] = [];
  let left = amountKop;
  for (const [index, payment] of payments.entries()) {
    const { id, organization_id } = payment.row;
    const repo = transfersRepo(trx, organization_id);
    const before_kop = (await repo.transferred([id])).get(id) ?? 0;
    const marks = await repo.openMarks(id);
    const missing = marks.length > 0 ? sumMarks(marks) : computeTransfer(payment.row) - before_kop;
    const isLast = index === payments.length - 1;
    const amount_kop = isLast ? left : Math.min(left, Math.max(0, missing));
    if (amount_kop === 0) continue;
    left -= amount_kop;
    const confirmations = confirmMarks(marks, amount_kop);
    parts.push({
      payment,
      amount_kop,
      before_kop,
      marks,
      confirmations,
      rest_kop: amount_kop - sumAmounts(confirmations),
    });
  }
  return parts;
}

/** Returns the unconfirmed kopecks of manual marks. */
export const sumMarks = (marks: readonly OpenMark[]) =>
  marks.reduce((sum, { rest_kop }) => sum + rest_kop, 0);

/** Divides a document among manual marks: it confirms the mark of the same amount, otherwise the oldest ones. */
export function confirmMarks(marks: readonly OpenMark[], amountKop: number): Confirmation[] {
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
