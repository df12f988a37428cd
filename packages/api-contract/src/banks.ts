import { z } from 'zod';
import { isBik } from './requisites.ts';
import type { RouteContract } from './route.ts';
import { text } from './text.ts';
import { parameters } from './values.ts';

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

export const bankRoutes = {
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
