import { z } from 'zod';
import type { RouteContract } from '../base/route.ts';
import { bik } from '../values/requisites.ts';
import { text } from '../values/text.ts';
import { base64File, base64Length, queryParameters } from '../values/values.ts';

/** A bank in the directory of the Bank of Russia. */
export const bank = z.object({
  bik: z.string(),
  name: z.string(),
  city: z.string(),
  corr_account: z.string().describe('Empty for banks without one.'),
});
export type Bank = z.infer<typeof bank>;

/** Result of a lookup. `is_loaded` is false when the directory is not loaded. */
export const bankResponse = z.object({ is_loaded: z.boolean(), bank: bank.nullable() });

export const bankQuery = queryParameters({ bik });

/** Banks whose name contains a text: the first results, the shortest names first. */
export const bankSearchResponse = z.object({ is_loaded: z.boolean(), results: z.array(bank) });
export const banksQuery = queryParameters({ search: text({ min: 2, max: 100 }) });

/** Maximum size of a directory file, in bytes. The published file has less than 1 MB. */
export const DIRECTORY_BYTES = 4 * 1024 * 1024;

/** The bank directory of an organization. */
export const bankDirectory = z.object({
  source: z
    .enum(['own', 'server', 'none'])
    .describe('Uploaded by the organization, loaded by the operator, or missing.'),
  banks: z.int(),
  day: z.iso.date().nullable().describe('First day on which the directory is in force, if known.'),
  loaded_at: z.iso.datetime().nullable(),
});
export type BankDirectory = z.infer<typeof bankDirectory>;

export const newBankDirectory = z.object({
  data: base64File('Выберите файл справочника.').describe(
    'ED807 of the Bank of Russia, a ZIP archive or XML, in base64.',
  ),
});

export const bankRoutes = {
  bankDirectory: {
    method: 'GET',
    path: '/api/referral/banks/directory/',
    name: 'Bank directory in use',
    access: ['organization'],
    response: bankDirectory,
  },
  uploadBankDirectory: {
    method: 'POST',
    path: '/api/referral/banks/directory/',
    name: 'Upload of a bank directory for the organization',
    access: ['organization'],
    cost: 'bulk',
    bodyBytes: base64Length(DIRECTORY_BYTES) + 1024,
    body: newBankDirectory,
    idempotency: 'once',
    status: 201,
    response: bankDirectory,
  },
  bank: {
    method: 'GET',
    path: '/api/referral/banks/',
    name: 'Bank by its BIK',
    access: ['organization', 'partner'],
    query: bankQuery,
    response: bankResponse,
  },
  banks: {
    method: 'GET',
    path: '/api/referral/banks/search/',
    name: 'Banks by name',
    access: ['organization', 'partner'],
    query: banksQuery,
    response: bankSearchResponse,
  },
} as const satisfies Record<string, RouteContract>;
