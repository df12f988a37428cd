import { type PaymentStatus, paymentRoutes } from '@referral-dashboard/api-contract';

type Words = { label: string /** Told when it is done. */; done: string };

/** A step that asks for nothing. */
type PlainMove = Words & {
  kind: 'plain';
  route: (typeof paymentRoutes)['acceptPayment' | 'approvePayment' | 'processPayment' | 'retryPayment'];
};
/** A step back, with its reason. */
type ReasonMove = Words & {
  kind: 'reason';
  route: (typeof paymentRoutes)['markPaymentFailed' | 'cancelPayment'];
  title: string;
  effect: string;
};
/** The end of the way: a date and a reference. */
type PaidMove = Words & { kind: 'paid' };

export type PaymentMove = PlainMove | ReasonMove | PaidMove;

const accept: PlainMove = {
  kind: 'plain',
  route: paymentRoutes.acceptPayment,
  label: 'Принять запрос',
  done: 'Запрос принят',
};
const approve: PlainMove = {
  kind: 'plain',
  route: paymentRoutes.approvePayment,
  label: 'Отправить к оплате',
  done: 'Сумма и реквизиты закреплены',
};
const process: PlainMove = {
  kind: 'plain',
  route: paymentRoutes.processPayment,
  label: 'Деньги отправлены',
  done: 'Выплата в обработке',
};
const retry: PlainMove = {
  kind: 'plain',
  route: paymentRoutes.retryPayment,
  label: 'Повторить',
  done: 'Выплата снова к оплате',
};
const paid: PaidMove = { kind: 'paid', label: 'Отметить выплаченной', done: 'Выплата завершена' };
const fail: ReasonMove = {
  kind: 'reason',
  route: paymentRoutes.markPaymentFailed,
  label: 'Перевод не прошел',
  done: 'Ошибка перевода отмечена',
  title: 'Перевод не прошел?',
  effect: 'Начисления останутся за выплатой. Ее можно будет повторить или отменить.',
};
const cancel: ReasonMove = {
  kind: 'reason',
  route: paymentRoutes.cancelPayment,
  label: 'Отменить выплату',
  done: 'Выплата отменена',
  title: 'Отменить выплату?',
  effect: 'Начисления снова станут доступны и войдут в следующую выплату. Вернуть эту будет нельзя.',
};

/** What may be done with a payment in a state: the next step first, refusals last. */
export const MOVES: Record<PaymentStatus, readonly PaymentMove[]> = {
  requested: [accept, cancel],
  draft: [approve, cancel],
  approved: [paid, process, cancel],
  processing: [paid, fail],
  failed: [retry, cancel],
  paid: [],
  canceled: [],
};
