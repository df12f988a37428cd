import { computeTransfer, sumAmounts } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import type { LockedPayment } from '../payments/lifecycle/locked-payments.ts';
import { type OpenMark, transfersRepo } from '../transfers/transfers.repo.ts';

type Confirmation = { confirmed_id: string; amount_kop: number };

/** A payment and the part of a bank document that belongs to it. */
export type Part = {
  payment: LockedPayment;
  amount_kop: number;
  before_kop: number;
  marks: readonly OpenMark[];
  confirmations: readonly Confirmation[];
  /** Part that confirms no manual mark. */
  rest_kop: number;
};

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
