import type { BankFileSettings } from '@referral-dashboard/api-contract';
import { type BankOrder, formatRublesWithPoint, type Payer, toBankText } from './bank-order.ts';
import { windows1251 } from './windows-1251.ts';

/** Maximum lengths of the fields of a payment order. Source: DirectBank, 1C-Bank_Exch-Common.xsd. */
const NAME = 160;
const BANK = 160;
const CITY = 30;
const PURPOSE = 210;

const LAST_NUMBER = 1_000_000;
const SENDER = 'Реферальные программы';

/** Returns true for a payment to an individual, which has the field `КодНазПлатежа`. */
const isPerson = ({ kind }: BankOrder) => kind === 'individual' || kind === 'self_employed';

/** A payment that the file cannot contain, with the reasons in Russian. */
export type RefusedOrder = { number: number; payee: string; reasons: string[] };

type OneC = {
  payer: Payer;
  orders: readonly BankOrder[];
  settings: BankFileSettings;
  /** Local time of the organization, stored in the UTC fields. */
  now: Date;
};

const date = (now: Date) => now.toISOString().slice(0, 10).split('-').reverse().join('.');

/** Returns the names of the required requisites that the payer lacks, in Russian. */
export function findMissingPayerRequisites({
  name,
  inn,
  bank_name,
  bank_bik,
  bank_account,
  bank_corr_account,
  has_corr_account,
}: Payer): string[] {
  const required = {
    название: name,
    ИНН: inn,
    банк: bank_name,
    БИК: bank_bik,
    'расчетный счет': bank_account,
    ...(has_corr_account && { 'корр. счет': bank_corr_account }),
  };
  return Object.entries(required).flatMap(([word, value]) => (value === '' ? [word] : []));
}

/**
 * Writes payment orders as 1CClientBankExchange 1.03 in windows-1251, with both forms of the payer and payee keys, without the keys of
 * budget payments.
 *
 * @returns the file, or the payments that it cannot contain.
 */
export function writeOneC({
  payer,
  orders,
  settings,
  now,
}: OneC): { file: Buffer } | { refused: RefusedOrder[] } {
  const today = date(now);
  const refused: RefusedOrder[] = [];
  const text = (value: string, maxLength: number) => toBankText(value, maxLength, settings).text;
  const cityLine = (key: string, city: string) => (city === '' ? [] : [[key, text(city, CITY)]]);
  const payerLines = [
    ['ПлательщикСчет', payer.bank_account],
    ['Плательщик', `ИНН ${payer.inn} ${text(payer.name, NAME)}`],
    ['ПлательщикИНН', payer.inn],
    ['Плательщик1', text(payer.name, NAME)],
    ['ПлательщикРасчСчет', payer.bank_account],
    ['ПлательщикБанк1', text(payer.bank_name, BANK)],
    ...cityLine('ПлательщикБанк2', payer.bank_city),
    ['ПлательщикБИК', payer.bank_bik],
    ['ПлательщикКорсчет', payer.bank_corr_account],
  ];
  const sections = orders.map((order) => {
    const { method, amount_kop } = order;
    const reasons = orderProblems(order, settings);
    if (reasons.length > 0) refused.push({ number: order.number, payee: method.payee, reasons });
    const payee = text(method.payee, NAME);
    const kpp = order.kind === 'legal' ? method.kpp : '';
    const inn = method.inn || '0';
    return [
      ['СекцияДокумент', 'Платежное поручение'],
      ['Номер', String(order.number % LAST_NUMBER || 1)],
      ['Дата', today],
      ['Сумма', formatRublesWithPoint(amount_kop)],
      ...payerLines,
      ['ПолучательСчет', method.account],
      ['Получатель', `ИНН ${inn} ${payee}`],
      ['ПолучательИНН', inn],
      ['Получатель1', payee],
      ['ПолучательРасчСчет', method.account],
      ['ПолучательБанк1', text(method.bank, BANK)],
      ...cityLine('ПолучательБанк2', order.bank_city),
      ['ПолучательБИК', method.bik],
      ['ПолучательКорсчет', method.corr_account],
      ['ВидПлатежа', 'Электронно'],
      ...(isPerson(order) && settings.purpose_code !== '' ? [['КодНазПлатежа', settings.purpose_code]] : []),
      ['ВидОплаты', '01'],
      ['Код', '0'],
      ['НазначениеПлатежа', text(order.purpose, PURPOSE)],
      ...(kpp !== '' && payer.kpp !== '' ? [['ПлательщикКПП', payer.kpp]] : []),
      ...(kpp !== '' ? [['ПолучательКПП', kpp]] : []),
      ['Очередность', '5'],
      ['КонецДокумента', undefined],
    ];
  });
  if (refused.length > 0) return { refused };
  const lines = [
    ['1CClientBankExchange', undefined],
    ['ВерсияФормата', '1.03'],
    ['Кодировка', 'Windows'],
    ['Отправитель', SENDER],
    ['Получатель', ''],
    ['ДатаСоздания', today],
    ['ВремяСоздания', now.toISOString().slice(11, 19)],
    ['ДатаНачала', today],
    ['ДатаКонца', today],
    ['РасчСчет', payer.bank_account],
    ['Документ', 'Платежное поручение'],
    ...sections.flat(),
    ['КонецФайла', undefined],
  ];
  const content = lines
    .map(([key, value]) => `${value === undefined ? key : `${key}=${value}`}\r\n`)
    .join('');
  return { file: windows1251(content) };
}

/** Returns the reasons that exclude a payment from the file, in Russian. Approval checks them too, so an approved registry has a file. */
export function orderProblems(
  { method, purpose, kind, has_corr_account }: BankOrder,
  signs: BankFileSettings,
): string[] {
  const required = {
    'имя получателя': method.payee,
    БИК: method.bik,
    счет: method.account,
    ...(has_corr_account && { 'корр. счет банка': method.corr_account }),
  };
  const missing = Object.entries(required).flatMap(([word, value]) => (value === '' ? [word] : []));
  const signsMissing = [method.payee, method.bank, purpose].flatMap(
    (value) => toBankText(value, PURPOSE, signs).missing,
  );
  return [
    ...(missing.length > 0 ? [`Не хватает реквизитов: ${missing.join(', ')}.`] : []),
    ...(kind !== 'individual' && method.inn === '' ? ['Не указан ИНН получателя.'] : []),
    ...(kind === 'legal' && method.kpp === '' ? ['Не указан КПП получателя.'] : []),
    ...(signsMissing.length > 0
      ? [`Банк не примет знаки: ${[...new Set(signsMissing)].join(' ')}. Исправьте имя или название.`]
      : []),
  ];
}
