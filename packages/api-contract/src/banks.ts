import { z } from 'zod';
import { isBik } from './requisites.ts';
import type { RouteContract } from './route.ts';
import { text } from './text.ts';
import { DAMAGED_FILE, isBase64, parameters } from './values.ts';

/** A bank of the Bank of Russia's directory. */
export const bank = z.object({
  bik: z.string(),
  name: z.string(),
  city: z.string(),
  corr_account: z.string().describe('Empty for banks that have none.'),
});
export type Bank = z.infer<typeof bank>;

/** Answer of the directory: `is_loaded` is false where nobody has loaded one. */
export const bankAnswer = z.object({ is_loaded: z.boolean(), bank: bank.nullable() });

export const bankQuery = parameters({ bik: text({ max: 9 }).refine(isBik, 'БИК состоит из 9 цифр.') });

/** Banks by a part of their name; the first of them, shortest names first. */
export const banksAnswer = z.object({ is_loaded: z.boolean(), results: z.array(bank) });
export const banksQuery = parameters({ search: text({ min: 2, max: 100 }) });

/** Bytes of a directory's file, of which the Bank of Russia publishes less than one million. */
export const DIRECTORY_BYTES = 4 * 1024 * 1024;

/** The directory that an organization uses. */
export const bankDirectory = z.object({
  source: z
    .enum(['own', 'server', 'none'])
    .describe('Uploaded by the organization, loaded by the operator of the server, or missing.'),
  banks: z.int(),
  day: z.iso.date().nullable().describe('First day on which it is in force, where known.'),
  loaded_at: z.iso.datetime().nullable(),
});
export type BankDirectory = z.infer<typeof bankDirectory>;

export const newBankDirectory = z.object({
  data: z
    .string('Выберите файл справочника.')
    .min(1, 'Файл пуст.')
    .refine(isBase64, DAMAGED_FILE)
    .describe('ED807 of the Bank of Russia, a ZIP archive or XML, in base64.'),
});

export const bankRoutes = {
  bankDirectory: {
    method: 'GET',
    path: '/api/referral/banks/directory/',
    name: 'Bank directory in use',
    access: ['organization'],
    answer: bankDirectory,
  },
  uploadBankDirectory: {
    method: 'POST',
    path: '/api/referral/banks/directory/',
    name: 'Upload of a bank directory for the organization',
    access: ['organization'],
    cost: 'bulk',
    bodyBytes: Math.ceil(DIRECTORY_BYTES / 3) * 4 + 1024,
    body: newBankDirectory,
    status: 201,
    answer: bankDirectory,
  },
  bank: {
    method: 'GET',
    path: '/api/referral/banks/',
    name: 'Bank by its BIK',
    access: ['organization', 'partner'],
    query: bankQuery,
    answer: bankAnswer,
  },
  banks: {
    method: 'GET',
    path: '/api/referral/banks/search/',
    name: 'Banks by name',
    access: ['organization', 'partner'],
    query: banksQuery,
    answer: banksAnswer,
  },
} as const satisfies Record<string, RouteContract>;
