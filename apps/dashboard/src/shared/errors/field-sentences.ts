import { EMPTY, REQUIRED, readLengthLimit } from '@referral-dashboard/api-contract/text-messages';
import { type Noun, nounFor } from '../format/count.ts';

const CHARACTERS: Noun = ['символа', 'символов', 'символов'];

/** What to enter in an empty field, by its name in the contract. */
const EMPTY_FIELDS: Readonly<Record<string, string>> = {
  last_name: 'Введите фамилию',
  first_name: 'Введите имя',
  father_name: 'Введите отчество',
  company_name: 'Введите название компании',
  organization: 'Введите название организации',
  name: 'Введите название',
  inn: 'Введите ИНН',
  phone: 'Введите телефон',
  email: 'Введите почту',
  password: 'Введите пароль',
  current_password: 'Введите текущий пароль',
  new_password: 'Введите новый пароль',
  code: 'Введите код',
  kind: 'Выберите вид',
  partner: 'Выберите партнера',
  program: 'Выберите программу',
  position: 'Выберите должность',
  bank: 'Выберите банк',
  bik: 'Введите БИК',
  account: 'Введите расчетный счет',
  amount_kop: 'Введите сумму',
  amount_from_kop: 'Введите сумму',
  months_from: 'Введите месяц',
  deal_amount_kop: 'Введите сумму сделки',
  paid_on: 'Выберите дату перевода',
  returned_on: 'Выберите день возврата',
  external_ref: 'Введите номер перевода',
  receipt: 'Вставьте ссылку на чек или его номер',
  explanation: 'Напишите, за что',
  reason: 'Укажите причину',
  comment: 'Введите комментарий',
  objection: 'Напишите, с чем вы не согласны',
  hold_days: 'Введите срок удержания',
  default_hold_days: 'Введите срок удержания',
  attribution_window_days: 'Введите срок закрепления',
  duplicate_window_days: 'Введите срок поиска дублей',
  default_min_payout_kop: 'Введите минимальную выплату',
  min_payout_kop: 'Введите минимальную выплату',
};

/**
 * Returns the sentence that a form shows at a field for a message of the contract. Messages about empty, long and short texts are the same
 * for all fields of the contract; a form says what to do with this field. Other messages are returned unchanged.
 *
 * @param field Name in the contract. Of a path `landing.title`, the last part counts.
 */
export function toFieldSentence(field: string, message: string): string {
  const name = field.split('.').at(-1) ?? field;
  if (message === REQUIRED || message === EMPTY) return EMPTY_FIELDS[name] ?? 'Заполните поле';
  const limit = readLengthLimit(message);
  if (limit === null) return message;
  return `${limit.isMaximum ? 'Не больше' : 'Не меньше'} ${limit.length} ${nounFor(limit.length, CHARACTERS)}`;
}

/** Joins messages for an alert. Messages of fields have no final full stop. */
export const joinMessages = (messages: readonly string[]) =>
  messages.map((message) => message.replace(/[^.?]$/, '$&.')).join(' ');
