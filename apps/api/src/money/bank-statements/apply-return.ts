import { sumAmounts } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { formatRubles } from '../../platform/russian-format.ts';
import { auditPayments } from '../payments/lifecycle/audit-payments.ts';
import type { LockedPayment } from '../payments/lifecycle/locked-payments.ts';
import { describeClosedMonth, settleReturn } from '../payments/lifecycle/return-payments.ts';
import { recordTransferDebts } from '../transfers/transfer-debts.ts';
import { transfersRepo } from '../transfers/transfers.repo.ts';
import { type AppliedDocument, confirmMarks, type Part, toTransfer } from './document-parts.ts';

type ReturnedPart = Omit<Part, 'amount_kop' | 'marks'>;

/**
 * Records a bank document as a return of payments, in any of their statuses. It confirms manual marks of returns that have no document yet.
 * What exceeds the transfers of the payments is recorded and noted, but belongs to no payment.
 *
 * @param named the locked payments. Each takes what the bank has transferred for it, in this order.
 * @throws ApiError 409 when the bank has transferred nothing for these payments.
 */
export async function applyReturn(
  trx: Db,
  organizationId: string,
  document: AppliedDocument,
  named: readonly LockedPayment[],
  cause: Cause,
) {
  const [first] = named;
  if (first === undefined) throw conflict('blocked', 'Выберите, какие выплаты вернул банк.');
  const parts = await divideReturn(trx, organizationId, named, document.amount_kop);
  if (parts.length === 0)
    throw conflict(
      'blocked',
      'По этой выплате нет перевода, который банк мог бы вернуть. Сначала примените строку о списании.',
    );
  const { number, paid_on, purpose } = document;
  const returned = { returned_on: paid_on, external_ref: `ПП ${number}`, reason: purpose };
  const notes = describeReturnConflicts(parts, document.amount_kop);
  for (const { payment, before_kop, rest_kop } of parts)
    notes.push(
      ...(await describeClosedMonth(trx, payment, { ...returned, amount_kop: rest_kop, before_kop })),
    );
  const transfer = {
    ...toTransfer(document, first, parts),
    kind: 'returned' as const,
    reason: purpose,
    notes: [...new Set(notes)],
  };
  await transfersRepo(trx, organizationId).insert([transfer], cause);
  for (const { payment, before_kop, confirmations, rest_kop } of parts) {
    if (confirmations.length > 0) {
      const diff = { ...returned, amount_kop: sumAmounts(confirmations) };
      await auditPayments(
        trx,
        organizationId,
        'payment.confirm-return',
        [{ id: payment.row.id, diff }],
        cause,
      );
    }
    if (rest_kop > 0)
      await settleReturn(trx, payment, { ...returned, amount_kop: rest_kop, before_kop }, cause);
  }
  await recordTransferDebts(
    trx,
    { organizationId, payments: parts.map(({ payment }) => payment.row.id) },
    cause,
  );
}

/** Divides a return among payments. Payments for which the bank has transferred nothing are omitted. */
async function divideReturn(
  trx: Db,
  organizationId: string,
  payments: readonly LockedPayment[],
  amountKop: number,
): Promise<ReturnedPart[]> {
  const repo = transfersRepo(trx, organizationId);
  const transferred = await repo.transferred(payments.map(({ row }) => row.id));
  const parts: ReturnedPart[] = [];
  let left = amountKop;
  for (const payment of payments) {
    const { id } = payment.row;
    const before_kop = transferred.get(id) ?? 0;
    const confirmations = confirmMarks(await repo.openMarks(id, 'returned'), left);
    left -= sumAmounts(confirmations);
    const rest_kop = Math.min(left, before_kop);
    left -= rest_kop;
    if (confirmations.length > 0 || rest_kop > 0)
      parts.push({ payment, before_kop, confirmations, rest_kop });
  }
  return parts;
}

/** Returns what an employee should check about a return, in Russian. */
function describeReturnConflicts(parts: readonly ReturnedPart[], amountKop: number): string[] {
  const matchedKop = parts.reduce(
    (sum, { confirmations, rest_kop }) => sum + sumAmounts(confirmations) + rest_kop,
    0,
  );
  const partial = parts.flatMap(({ payment: { row }, before_kop, rest_kop }) => {
    if (rest_kop === 0 || rest_kop === before_kop) return [];
    const name = parts.length > 1 ? `В-${row.number}: ` : '';
    const effect = row.status === 'paid' ? ': эта сумма войдет в следующую выплату партнеру' : '';
    return [`${name}Банк вернул ${formatRubles(rest_kop)} из ${formatRubles(before_kop)}${effect}.`];
  });
  return [
    ...partial,
    ...(matchedKop < amountKop
      ? [
          `Банк вернул ${formatRubles(amountKop)}, а перевел ${formatRubles(matchedKop)}. Выясните, откуда лишние ${formatRubles(amountKop - matchedKop)}.`,
        ]
      : []),
  ];
}
