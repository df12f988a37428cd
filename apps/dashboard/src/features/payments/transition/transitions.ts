import { type Payment, type PaymentStatus, paymentRoutes } from '@referral-dashboard/api-contract';

type TransitionTexts = { label: string; successTitle: string };

/** Transition without input. */
export type PlainTransition = TransitionTexts & {
  kind: 'plain';
  route: (typeof paymentRoutes)['acceptPayment' | 'approvePayment' | 'processPayment'];
};
/** Transition that requires a reason. */
export type ReasonTransition = TransitionTexts & {
  kind: 'reason';
  route: (typeof paymentRoutes)['markPaymentFailed' | 'cancelPayment'];
  title: string;
  effect: string;
  /** A downloaded bank file has to be confirmed as not uploaded. */
  isCancellation?: boolean;
};
/** Transition that requires the date and number of the transfer. */
export type PaidTransition = TransitionTexts & { kind: 'paid' };
/** Transition that requires the date, number and amount of a return. */
export type ReturnTransition = TransitionTexts & { kind: 'return' };

/** Transfer to the current requisites of the partner, after a confirmation that shows them. */
export type RetryTransition = TransitionTexts & { kind: 'retry' };

export type PaymentTransition =
  | PlainTransition
  | ReasonTransition
  | PaidTransition
  | ReturnTransition
  | RetryTransition;

const accept: PlainTransition = {
  kind: 'plain',
  route: paymentRoutes.acceptPayment,
  label: 'Принять запрос',
  successTitle: 'Запрос принят',
};
const approve: PlainTransition = {
  kind: 'plain',
  route: paymentRoutes.approvePayment,
  label: 'Отправить к оплате',
  successTitle: 'Сумма и реквизиты закреплены',
};
const process: PlainTransition = {
  kind: 'plain',
  route: paymentRoutes.processPayment,
  label: 'Отметить отправленной',
  successTitle: 'Выплата в обработке',
};
const retry: RetryTransition = {
  kind: 'retry',
  label: 'Повторить',
  successTitle: 'Выплата снова к оплате',
};
const paid: PaidTransition = {
  kind: 'paid',
  label: 'Отметить выплаченной',
  successTitle: 'Выплата выполнена',
};
const fail: ReasonTransition = {
  kind: 'reason',
  route: paymentRoutes.markPaymentFailed,
  label: 'Перевод не прошел',
  successTitle: 'Ошибка перевода отмечена',
  title: 'Перевод не прошел?',
  effect: 'Начисления останутся за выплатой. Ее можно будет повторить или отменить.',
};
const cancel: ReasonTransition = {
  kind: 'reason',
  route: paymentRoutes.cancelPayment,
  label: 'Отменить выплату',
  successTitle: 'Выплата отменена',
  title: 'Отменить выплату?',
  effect:
    'Начисления снова станут доступны и войдут в следующую выплату. Если банк все-таки переведет деньги, перевод можно будет записать.',
  isCancellation: true,
};

/** The bank has transferred a payment that was marked as failed or canceled. */
const record: PaidTransition = {
  kind: 'paid',
  label: 'Банк все-таки перевел',
  successTitle: 'Перевод записан',
};

/** The bank has sent back money of a payment. */
const bankReturn: ReturnTransition = {
  kind: 'return',
  label: 'Банк вернул деньги',
  successTitle: 'Возврат записан',
};

/** Transitions by payment status: the next one first, refusals last. */
export const TRANSITIONS: Record<PaymentStatus, readonly PaymentTransition[]> = {
  requested: [accept, cancel],
  draft: [approve, cancel],
  approved: [paid, process, cancel],
  processing: [paid, fail],
  failed: [retry, record, cancel],
  paid: [],
  canceled: [record],
  returned: [],
};

/**
 * Returns the transitions of a payment. A canceled one cannot be recorded as transferred when it was never approved, or when its transfer is
 * recorded. Money that the bank has transferred can be returned in any status.
 */
export const transitionsOf = ({
  status,
  approved_at,
  transferred_kop,
}: Payment): readonly PaymentTransition[] => {
  const isClosed = status === 'canceled' && (approved_at === null || transferred_kop > 0);
  return [...(isClosed ? [] : TRANSITIONS[status]), ...(transferred_kop > 0 ? [bankReturn] : [])];
};
