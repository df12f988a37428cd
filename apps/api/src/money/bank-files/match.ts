import type { BankMatch, MethodSnapshot, PaymentStatus } from '@referral-dashboard/api-contract';
import { stateMachines } from '@referral-dashboard/api-contract';
import { formatRubles } from '../../platform/russian-format.ts';
import type { StatementDocument } from './statement-reader.ts';

/** Data of a payment that is compared with a bank document. */
export type ExpectedPayment = {
  id: string;
  number: number;
  status: PaymentStatus;
  amount_kop: number;
  method: MethodSnapshot | null;
  /** Number of a manual mark that no bank document confirms; null without one. */
  marked: string | null;
};

/** Match of a bank document. `paymentId` is null when several payments match. `reasons` are in Russian. */
export type Match = { match: BankMatch; paymentId: string | null; reasons: string[] };

const UNPAID_STATUSES: readonly PaymentStatus[] = ['approved', 'processing'];

/**
 * Matches a bank document with payments. Returns null when no payment matches.
 *
 * @param byNumber payments whose numbers occur in the purpose of the document.
 * @param byAmount approved or processing payments of the same sum to the same account.
 */
export function matchDocument(
  document: StatementDocument,
  byNumber: readonly ExpectedPayment[],
  byAmount: readonly ExpectedPayment[],
): Match | null {
  if (byNumber.length === 0) {
    const [candidate, ...others] = byAmount;
    if (candidate === undefined) return null;
    const reasons = ['В назначении нет номера выплаты, сумма и счет сходятся.'];
    return { match: 'doubtful', paymentId: others.length > 0 ? null : candidate.id, reasons };
  }
  const [payment, ...others] = byNumber;
  if (payment === undefined || others.length > 0)
    return { match: 'doubtful', paymentId: null, reasons: ['В назначении названо несколько выплат.'] };
  const reasons = differences(document, payment);
  return { match: reasons.length === 0 ? 'exact' : 'doubtful', paymentId: payment.id, reasons };
}

function differences(
  document: StatementDocument,
  { amount_kop, status, method, marked }: ExpectedPayment,
): string[] {
  const account = method?.account ?? '';
  const inn = method?.inn ?? '';
  const payeeInn = document.payee_inn === '0' ? '' : document.payee_inn;
  return [
    ...(document.amount_kop === amount_kop
      ? []
      : [`Сумма в банке ${formatRubles(document.amount_kop)}, в выплате ${formatRubles(amount_kop)}.`]),
    ...(account !== '' && account !== document.payee_account ? ['Счет получателя другой.'] : []),
    ...(inn !== '' && payeeInn !== '' && inn !== payeeInn ? ['ИНН получателя другой.'] : []),
    ...(UNPAID_STATUSES.includes(status) ? [] : [statusInWords(status, marked)]),
  ];
}

/** Returns what happens when a document of a payment is applied that does not await the bank, in Russian. */
function statusInWords(status: PaymentStatus, marked: string | null): string {
  if (status === 'paid')
    return marked === null
      ? 'По выплате уже есть перевод. Второй перевод станет долгом партнера.'
      : `Выплата отмечена вручную (${marked}). Эта строка подтвердит отметку.`;
  const now = `Выплата сейчас «${stateMachines.payment.labels[status]}».`;
  return status === 'canceled' ? `${now} Перевод станет долгом партнера.` : now;
}
