import { z } from 'zod';
import type { RouteContract } from '../../base/route.ts';
import { text } from '../../values/text.ts';
import { changes, flag, oneOf, version } from '../../values/values.ts';
import { RAIL_LABELS } from '../requisites/payout-methods.ts';

/** Content of a column in a bank file. */
export const BANK_FILE_FIELDS = {
  number: 'Номер выплаты',
  full_name: 'ФИО или название',
  last_name: 'Фамилия',
  first_name: 'Имя',
  father_name: 'Отчество',
  phone: 'Телефон',
  inn: 'ИНН',
  kpp: 'КПП',
  bank: 'Банк',
  bik: 'БИК',
  corr_account: 'Корр. счет',
  account: 'Счет',
  amount: 'Сумма, ₽',
  amount_kop: 'Сумма в копейках',
  purpose: 'Назначение платежа',
} as const;
export type BankFileField = keyof typeof BANK_FILE_FIELDS;
const FIELDS = Object.keys(BANK_FILE_FIELDS) as [BankFileField, ...BankFileField[]];

/** Payout methods whose registry is a table file. */
export const TABLE_RAILS = ['sbp', 'bank_account'] as const;
export const BANK_FILE_ENCODINGS = ['utf-8', 'windows-1251'] as const;
export const BANK_FILE_SEPARATORS = [';', ','] as const;

/** Columns of a bank file, in order. */
export const bankFileTemplate = changes({
  name: text({ max: 60 }),
  rail: oneOf(TABLE_RAILS),
  columns: z
    .array(
      changes({ field: oneOf(FIELDS), title: text({ max: 60, blank: true }) }),
      'Введите список колонок.',
    )
    .min(1, 'Выберите хотя бы одну колонку.')
    .max(FIELDS.length, `Не больше ${FIELDS.length} колонок.`)
    .refine(
      (columns) => new Set(columns.map(({ field }) => field)).size === columns.length,
      'Колонки повторяются.',
    ),
  separator: oneOf(BANK_FILE_SEPARATORS),
  encoding: oneOf(BANK_FILE_ENCODINGS),
  has_header: flag,
});
export type BankFileTemplate = z.output<typeof bankFileTemplate>;

/** Codes of income in a payment order to a person (field 20). Empty: the key is omitted. */
export const PURPOSE_CODES = ['', '1', '2', '3', '4', '5'] as const;

const settings = {
  purpose_code: oneOf(PURPOSE_CODES).describe(
    '«КодНазПлатежа» of payments to people. Not written for ИП and companies.',
  ),
  plain_number_sign: flag.describe('Write «№» as «N».'),
  plain_dash: flag.describe('Write «—» and «–» as «-».'),
  templates: z
    .array(bankFileTemplate, 'Введите список шаблонов.')
    .max(20, 'Не больше 20 шаблонов.')
    .refine(
      (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
      'Названия шаблонов повторяются.',
    ),
};
/** Settings of the bank files of an organization. */
export const bankFileSettings = z.object(settings);
export type BankFileSettings = z.infer<typeof bankFileSettings>;

/** Settings with their version, which increases with every change. */
export const bankFiles = bankFileSettings.extend({ version: z.int() });
export type BankFiles = z.infer<typeof bankFiles>;
export const bankFilePatch = changes({ ...settings, version }).partial();
export type BankFilePatch = z.output<typeof bankFilePatch>;

const toColumns = (...fields: BankFileField[]) =>
  fields.map((field) => ({ field, title: BANK_FILE_FIELDS[field] }));
const usual = { separator: ';', encoding: 'utf-8', has_header: true } as const;

/** Predefined templates. */
export const DEFAULT_TEMPLATES: readonly BankFileTemplate[] = [
  {
    name: RAIL_LABELS.sbp,
    rail: 'sbp',
    columns: toColumns('full_name', 'phone', 'bank', 'bik', 'amount', 'purpose'),
    ...usual,
  },
  {
    name: RAIL_LABELS.bank_account,
    rail: 'bank_account',
    columns: toColumns('full_name', 'inn', 'bik', 'corr_account', 'account', 'amount', 'purpose'),
    ...usual,
  },
];

export const DEFAULT_BANK_FILES: BankFileSettings = {
  purpose_code: '1',
  plain_number_sign: false,
  plain_dash: false,
  templates: [...DEFAULT_TEMPLATES],
};

const PATH = '/api/referral/bank-files/';
const access = ['organization'] as const;

export const bankFileRoutes = {
  bankFiles: {
    method: 'GET',
    path: PATH,
    name: 'Settings of files for the bank',
    access,
    response: bankFiles,
  },
  updateBankFiles: {
    method: 'PATCH',
    path: PATH,
    name: 'Update of the settings of files for the bank',
    access,
    body: bankFilePatch,
    response: bankFiles,
  },
} as const satisfies Record<string, RouteContract>;
