import type { BankMatch, MethodSnapshot, PaymentStatus } from '@referral-dashboard/api-contract';
import { stateMachines } from '@referral-dashboard/api-contract';
import { formatRubles } from '../../platform/russian-format.ts';
import type { StatementDocument } from './statement-reader.ts';

/** Data of a payment that is compared with a bank document. */
export type ExpectedPayment = {
  id: string;
  number: number;
  status: PaymentStatus;
  /** Amount after tax. */
  due_kop: number;
  transferred_kop: number;
  method: MethodSnapshot | null;
  /** Manual marks that bank documents do not confirm in full: the latest number and the unconfirmed sum; null without one. */
  mark: { number: string; rest_kop: number } | null;
  /** As `mark`, for manual marks that the bank returned money. */
  return_mark: { number: string; rest_kop: number } | null;
};

/** Returns the amount that the bank is expected to transfer: the unconfirmed part of manual marks, or the untransferred part of the payment. */
export const expectedKop = ({ status, due_kop, transferred_kop, mark }: ExpectedPayment) =>
  mark?.rest_kop ?? (UNPAID_STATUSES.includes(status) ? due_kop - transferred_kop : due_kop);

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

function differences(document: StatementDocument, payment: ExpectedPayment): string[] {
  const { status, method, mark } = payment;
  const account = method?.account ?? '';
  const inn = method?.inn ?? '';
  const payeeInn = document.payee_inn === '0' ? '' : document.payee_inn;
  return [
    ...(document.amount_kop === expectedKop(payment)
      ? []
      : [`Сумма в банке ${formatRubles(document.amount_kop)}, ${expectedInWords(payment)}.`]),
    ...(account !== '' && account !== document.payee_account ? ['Счет получателя другой.'] : []),
    ...(inn !== '' && payeeInn !== '' && inn !== payeeInn ? ['ИНН получателя другой.'] : []),
    ...(UNPAID_STATUSES.includes(status) ? [] : [statusInWords(status, mark?.number ?? null)]),
  ];
}

function expectedInWords(payment: ExpectedPayment): string {
  const sum = formatRubles(expectedKop(payment));
  if (payment.mark !== null) return `отмечено вручную и не подтверждено ${sum}`;
  return payment.transferred_kop > 0 && UNPAID_STATUSES.includes(payment.status)
    ? `по выплате осталось ${sum}`
    : `в выплате ${sum}`;
}

/** Returns what happens when a document of a payment is applied that does not await the bank, in Russian. */
function statusInWords(status: PaymentStatus, marked: string | null): string {
  if (status === 'paid')
    return marked === null
      ? 'По выплате уже есть перевод. Этот станет долгом партнера.'
      : `Выплата отмечена вручную (${marked}). Эта строка подтвердит отметку.`;
  const now = `Выплата сейчас «${stateMachines.payment.labels[status]}».`;
  return status === 'canceled' || status === 'returned'
    ? `${now} Перевод оплатит ее начисления, а если они уже заняты, станет долгом партнера.`
    : now;
}

/** Returns true for a credit that can be a return: its purpose has the word. */
export const isReturn = ({ purpose }: { purpose: string }) => /возвра[тщ]/iu.test(purpose);

/**
 * Matches a credit with the payment that the bank returned. Returns null when no payment matches.
 *
 * @param byNumber payments whose numbers occur in the purpose of the document.
 * @param byTransfer payments with a transfer of the same sum whose number occurs in the purpose.
 */
export function matchReturn(
  document: StatementDocument,
  byNumber: readonly ExpectedPayment[],
  byTransfer: readonly ExpectedPayment[],
): Match | null {
  if (!isReturn(document)) return null;
  const [payment, ...others] = byNumber.length > 0 ? byNumber : byTransfer;
  if (payment === undefined) return null;
  if (others.length > 0)
    return {
      match: 'doubtful',
      paymentId: null,
      reasons: ['Возврат может относиться к нескольким выплатам.'],
    };
  const reasons = [
    ...(byNumber.length > 0 ? [] : ['В назначении нет номера выплаты, номер поручения и сумма сходятся.']),
    ...describeReturn(document, payment),
  ];
  return { match: reasons.length === 0 ? 'exact' : 'doubtful', paymentId: payment.id, reasons };
}

function describeReturn(document: StatementDocument, payment: ExpectedPayment): string[] {
  const { status, transferred_kop, return_mark } = payment;
  const returned = formatRubles(document.amount_kop);
  if (return_mark !== null)
    return [
      `Возврат отмечен вручную (${return_mark.number}). Эта строка подтвердит отметку.`,
      ...(document.amount_kop === return_mark.rest_kop
        ? []
        : [`Банк вернул ${returned}, отмечено ${formatRubles(return_mark.rest_kop)}.`]),
    ];
  if (transferred_kop === 0)
    return ['Перевод по этой выплате еще не учтен. Сначала примените строку о списании.'];
  return [
    ...(status === 'paid' ? [] : [`Выплата сейчас «${stateMachines.payment.labels[status]}».`]),
    ...(document.amount_kop === transferred_kop
      ? []
      : [`Банк вернул ${returned}, переведено было ${formatRubles(transferred_kop)}.`]),
  ];
}
