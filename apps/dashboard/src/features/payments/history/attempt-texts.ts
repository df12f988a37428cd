import type {
  AttemptEvent,
  PaymentAttempt,
  UnknownCause,
  UnknownField,
} from '@referral-dashboard/api-contract';
import { formatDate } from '@/shared/format/date.ts';

type Event = PaymentAttempt['events'][number];

const EVENTS: Record<AttemptEvent, string> = {
  processing: 'Отправлена в банк',
  failed: 'Перевод не прошел',
  reopened: 'Снова к оплате: банк перевел деньги после ошибки',
  paid: 'Выплачена',
  returned: 'Возвращена банком',
  canceled: 'Отменена',
};

/** Text of an event: «Выплачена, 23 авг 2026, ПП 7». */
export const formatEvent = ({ event, paid_on, external_ref }: Event) =>
  [EVENTS[event], paid_on && formatDate(paid_on), external_ref].filter(Boolean).join(', ');

const CAUSES: Record<UnknownCause, string> = {
  replaced: 'Не сохранились: их заменила следующая попытка',
  changed: 'Нет данных: карточку потом изменили',
  not_recorded: 'Нет данных',
};

/** Why a value of an older attempt is unknown. Undefined for a known value. */
export const getUnknownText = ({ unknown }: PaymentAttempt, name: UnknownField) => {
  const found = unknown.find(({ field }) => field === name);
  return found && CAUSES[found.cause];
};

/** Text of a bank file: «registry-7.csv, строка 3». The QR code of a payment has no lines. */
export const formatFile = ({ name, line, registry }: PaymentAttempt['files'][number]) =>
  registry === null ? name : `${name}, строка ${line}`;
