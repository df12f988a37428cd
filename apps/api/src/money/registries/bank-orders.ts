import {
  type BankFileField,
  type BankFileSettings,
  type BankFiles,
  type BankFileTemplate,
  DEFAULT_BANK_FILES,
  type MethodSnapshot,
} from '@referral-dashboard/api-contract';
import { findBanksByBik } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Column, WithTimeZone } from '../../platform/export/columns.ts';
import { type BankOrder, toOneLine } from '../bank-files/bank-order.ts';
import { findMissingPayerRequisites, orderProblems } from '../bank-files/one-c.ts';
import { forWindows1251 } from '../bank-files/windows-1251.ts';

export type BankRow = BankOrder & WithTimeZone;

/** Adds data from the bank directory to orders: the city of the payee's bank, and its correspondent account when the method lacks it. */
export async function withBanks(
  db: Db,
  organizationId: string,
  orders: readonly Omit<BankOrder, 'bank_city' | 'has_corr_account'>[],
): Promise<BankOrder[]> {
  const banks = await findBanksByBik(
    db,
    organizationId,
    orders.map(({ method }) => method.bik),
  );
  return orders.map((order) => {
    const bank = banks.get(order.method.bik);
    const corr_account = order.method.corr_account || (bank?.corr_account ?? '');
    return {
      ...order,
      method: { ...order.method, corr_account },
      bank_city: bank?.city ?? '',
      has_corr_account: bank?.corr_account !== '',
    };
  });
}

/** Returns the bank file settings of an organization, with defaults for missing values. */
export async function findBankFiles(db: Db, organizationId: string): Promise<BankFiles> {
  const { bank_files } = await db
    .selectFrom('organizations')
    .select('bank_files')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { ...DEFAULT_BANK_FILES, version: 1, ...bank_files };
}

/** Returns the organization as a payer, its bank file settings and its time zone. */
export async function findPayer(db: Db, organizationId: string) {
  const { legal_name, name, time_zone, ...bank } = await db
    .selectFrom('organizations')
    .select(['name', 'legal_name', 'inn', 'kpp', 'time_zone'])
    .select(['bank_name', 'bank_bik', 'bank_account', 'bank_corr_account'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const known = (await findBanksByBik(db, organizationId, [bank.bank_bik])).get(bank.bank_bik);
  return {
    payer: {
      ...bank,
      name: legal_name || name,
      bank_corr_account: bank.bank_corr_account || (known?.corr_account ?? ''),
      bank_city: known?.city ?? '',
      has_corr_account: known?.corr_account !== '',
    },
    settings: await findBankFiles(db, organizationId),
    timeZone: time_zone,
  };
}

export type PayerInfo = Awaited<ReturnType<typeof findPayer>>;

/** Returns a Russian sentence with the missing requisites of the payer; undefined when nothing is missing. */
export function payerProblem({ payer }: PayerInfo): string | undefined {
  const missing = findMissingPayerRequisites(payer);
  return missing.length === 0 ? undefined : `Заполните реквизиты организации: ${missing.join(', ')}.`;
}

export const unwritableIn1251 = (missing: readonly string[]) =>
  `В кодировке Windows-1251 нет знаков: ${missing.join(' ')}. Исправьте имена или выберите в шаблоне UTF-8.`;

/** Returns the problems that exclude a payment from the bank file, in Russian. Payments to cards have no file. */
export function fileProblems(
  rail: MethodSnapshot['kind'],
  order: BankOrder,
  { settings, timeZone }: PayerInfo,
): string[] {
  if (rail === 'bank_account') return orderProblems(order, settings);
  if (rail === 'card') return [];
  const { encoding, columns } = templateFor(settings, rail, undefined);
  if (encoding === 'utf-8') return [];
  const row = { ...order, time_zone: timeZone };
  const content = columns.map(({ field }) => String(BANK_COLUMNS[field].value(row))).join(' ');
  const { missing } = forWindows1251(content);
  return missing.length === 0 ? [] : [unwritableIn1251(missing)];
}

/** Returns the template with a name, or the first one for the rail. @throws ApiError 409 for cards, 400 for an unknown template. */
export function templateFor(
  { templates }: BankFileSettings,
  rail: string,
  name: string | undefined,
): BankFileTemplate {
  const fitting = [...templates, ...DEFAULT_BANK_FILES.templates].filter((one) => one.rail === rail);
  const found = name === undefined ? fitting[0] : fitting.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw name === undefined
    ? conflict('blocked', 'Для выплат на карты файла нет: платите через платежный сервис.')
    : invalid({ template: ['Такого шаблона нет.'] });
}

const text = (width: number, value: (row: BankRow) => string) => ({ kind: 'text' as const, width, value });
const digits = (width: number, value: (row: BankRow) => string) => ({
  kind: 'digits' as const,
  width,
  value,
});

export const BANK_COLUMNS = {
  number: text(10, ({ number }) => `В-${number}`),
  full_name: text(36, ({ method }) => toOneLine(method.payee)),
  last_name: text(20, ({ last_name }) => toOneLine(last_name)),
  first_name: text(20, ({ first_name }) => toOneLine(first_name)),
  father_name: text(20, ({ father_name }) => toOneLine(father_name)),
  phone: digits(14, ({ method }) => method.phone.replace('+', '')),
  inn: digits(14, ({ method }) => method.inn),
  kpp: text(12, ({ method }) => method.kpp),
  bank: text(24, ({ method }) => toOneLine(method.bank)),
  bik: digits(11, ({ method }) => method.bik),
  corr_account: digits(24, ({ method }) => method.corr_account),
  account: digits(24, ({ method }) => method.account),
  amount: { kind: 'money', width: 14, value: ({ amount_kop }) => amount_kop },
  amount_kop: { kind: 'number', width: 14, value: ({ amount_kop }) => amount_kop },
  purpose: text(60, ({ purpose }) => toOneLine(purpose)),
} as const satisfies Record<BankFileField, Omit<Column<BankRow>, 'title'>>;
