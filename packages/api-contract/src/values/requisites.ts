import type { PartnerKind } from './partner-kinds.ts';
import { text } from './text.ts';

const INN_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_11 = [7, ...INN_10];
const INN_12 = [3, ...INN_11];

const toDigits = (value: string) => Array.from(value, Number);
const control = (digits: readonly number[], weights: readonly number[]) =>
  (weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0) % 11) % 10;

/** Returns true for a taxpayer number (ИНН): 10 digits for a company or 12 for a person, with valid check digits. */
export function isInn(value: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(value) || /^0+$/.test(value)) return false;
  const digits = toDigits(value);
  if (value.length === 10) return control(digits, INN_10) === digits[9];
  return control(digits, INN_11) === digits[10] && control(digits, INN_12) === digits[11];
}

/** Returns true for a registration number: ОГРН with 13 digits or ОГРНИП with 15. */
export function isOgrn(value: string): boolean {
  if (!/^(\d{13}|\d{15})$/.test(value)) return false;
  const divisor = BigInt(value.length - 2);
  return (BigInt(value.slice(0, -1)) % divisor) % 10n === BigInt(value.slice(-1));
}

/** Returns true for a possible bank code (БИК). Only the bank directory shows whether the bank exists. */
export const isBik = (value: string) => /^(04\d{7}|[01]\d{8})$/.test(value);

const KEY = [7, 1, 3];
const hasKey = (prefix: string, account: string) =>
  toDigits(prefix + account).reduce((sum, digit, at) => sum + digit * (KEY[at % 3] ?? 0), 0) % 10 === 0;

const ACCOUNT = /^\d{20}$/;

/** Returns true for an account at the bank: 20 digits with a valid control key. */
export const isAccount = (bik: string, account: string) =>
  /^\d{9}$/.test(bik) && ACCOUNT.test(account) && hasKey(bik.slice(6), account);

/** Returns true for the bank's correspondent account at the Bank of Russia. */
export const isCorrespondentAccount = (bik: string, account: string) =>
  /^\d{9}$/.test(bik) && /^301\d{17}$/.test(account) && hasKey(`0${bik.slice(4, 6)}`, account);

/**
 * Returns true for a treasury account, which replaces a correspondent account. It and the accounts that belong to it have no control key.
 */
export const isTreasuryAccount = (account: string) => /^40102\d{15}$/.test(account);

/** Returns true for a registration reason code (КПП) of a company. */
export const isKpp = (value: string) => /^\d{4}[0-9A-Z]{2}\d{3}$/.test(value);

type Requisites = Partial<
  Record<'inn' | 'kpp' | 'bank_bik' | 'bank_account' | 'bank_corr_account', string | undefined>
>;

/** Message for a taxpayer number with a wrong check digit, without a final full stop. */
export const WRONG_INN = 'В ИНН ошибка: проверьте цифры';
const WRONG_BIK = 'БИК состоит из 9 цифр.';
const WRONG_ACCOUNT = 'Счет состоит из 20 цифр.';
const KEY_FAILS = 'контрольный ключ не сходится.';

/** Returns problems of combined requisites, one sentence per field. An empty field is a problem only when another field requires it. */
export function requisiteProblems(requisites: Requisites): Partial<Record<keyof Requisites, string>> {
  const { inn, kpp, bank_bik: bik, bank_account: account, bank_corr_account: corr } = requisites;
  const problems: Partial<Record<keyof Requisites, string>> = {};
  if (kpp && inn?.length === 12) problems.kpp = 'КПП бывает только у юридических лиц: очистите поле.';
  if (bik === '' && (account || corr)) problems.bank_bik = 'Введите БИК: без него счет не проверить.';
  if (account && !ACCOUNT.test(account)) problems.bank_account = WRONG_ACCOUNT;
  else if (account && bik && isBik(bik) && !isTreasuryAccount(corr ?? '') && !isAccount(bik, account))
    problems.bank_account = `Проверьте счет и БИК: ${KEY_FAILS}`;
  if (corr && isTreasuryAccount(corr)) return problems;
  if (corr && !/^301\d{17}$/.test(corr))
    problems.bank_corr_account =
      'Корреспондентский счет состоит из 20 цифр и начинается с 301, у казначейства с 40102.';
  else if (corr && bik && isBik(bik) && !isCorrespondentAccount(bik, corr))
    problems.bank_corr_account = `Проверьте корреспондентский счет и БИК: ${KEY_FAILS}`;
  return problems;
}

/** Returns true for a bank card number: 13 to 19 digits with a valid Luhn digit. Ignores spaces and dashes. */
export function isCardNumber(value: string): boolean {
  const digits = toDigits(value.replace(/[ -]/g, '')).reverse();
  if (digits.length < 13 || digits.length > 19 || digits.some(Number.isNaN)) return false;
  const doubled = (digit: number) => (digit * 2 > 9 ? digit * 2 - 9 : digit * 2);
  return digits.reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : doubled(digit)), 0) % 10 === 0;
}

/** Returns true when a text contains a bank card number, with any spaces, dots or dashes. */
export const containsCardNumber = (text: string): boolean =>
  (text.match(/(?<!\d)\d(?:[\s.-]?\d){12,18}(?!\d)/g) ?? []).some((match) =>
    isCardNumber(match.replace(/\D/g, '')),
  );

const optional = (max: number, isValid: (value: string) => boolean, message: string) =>
  text({ max, blank: true }).refine((value) => value === '' || isValid(value), message);

/** Schema of a taxpayer number (ИНН), or an empty string. */
export const optionalInn = optional(12, isInn, `${WRONG_INN}.`);

/** Returns the number of digits of the taxpayer number (ИНН) of a partner. */
export const getInnLength = (kind: PartnerKind) => (kind === 'legal' ? 10 : 12);

/** Returns the problem of the taxpayer number (ИНН) of a partner, without a final full stop; null for a valid or empty number. */
export function findInnProblem(inn: string, kind: PartnerKind): string | null {
  const length = getInnLength(kind);
  if (inn === '') return null;
  if (!/^\d+$/.test(inn) || inn.length !== length) return `ИНН состоит из ${length} цифр`;
  return isInn(inn) ? null : WRONG_INN;
}

/** Schema of a bank code (БИК). */
export const bik = text({ max: 9 }).refine(isBik, WRONG_BIK);

/** Schema of a bank code (БИК), or an empty string. */
export const optionalBik = optional(9, isBik, WRONG_BIK);

/** Schema of a registration reason code (КПП), or an empty string. */
export const optionalKpp = optional(9, isKpp, 'КПП состоит из 9 знаков.');

/** Schema of an account number: 20 digits. Its control key depends on the bank and is not tested here. */
export const accountNumber = text({ max: 20 }).refine((value) => ACCOUNT.test(value), WRONG_ACCOUNT);
