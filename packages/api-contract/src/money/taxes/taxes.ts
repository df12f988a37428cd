import { z } from 'zod';
import { exportQuery, exportRoute } from '../../base/exports.ts';
import type { RouteContract } from '../../base/route.ts';
import { totalKop } from '../../values/money.ts';
import { PARTNER_KINDS } from '../../values/partner-kinds.ts';
import { month, queryParameters, year } from '../../values/values.ts';

/** A part of a month for tax withholding, and the due date of the tax. */
const period = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  due_on: z.iso.date(),
  payments: z.int(),
  tax_kop: totalKop,
});

/** Taxes of payments to individuals in a month. */
export const taxMonth = z.object({
  month: z.string().describe('2026-10'),
  payments: z.int(),
  returns: z.int().describe('Returns of payments of earlier days. Their amounts are subtracted.'),
  amount_kop: totalKop.describe('Earned, before tax.'),
  tax_kop: totalKop,
  settled_kop: totalKop.describe('Transfer debts that the payments settle: transferred earlier.'),
  contributions_kop: totalKop.describe('Paid in addition to the payments.'),
  contributions_due_on: z.iso.date(),
  periods: z.array(period).describe('Two: days 1 to 22, and the remaining days.'),
});
export type TaxMonth = z.infer<typeof taxMonth>;

/** Payments of a calendar year, which is the tax period, by the kind of the partner when each was approved. */
export const taxYear = z.object({
  year: z.string().describe('2026'),
  kinds: z.array(
    z.object({
      kind: z.enum(PARTNER_KINDS).nullable().describe('Null for older payments whose kind is unknown.'),
      partners: z.int(),
      payments: z.int(),
      returns: z.int().describe('Returns of payments of earlier years. Their amounts are subtracted.'),
      amount_kop: totalKop.describe('Earned, before tax.'),
      tax_kop: totalKop,
      settled_kop: totalKop.describe('Transfer debts that the payments settle: transferred earlier.'),
      contributions_kop: totalKop,
    }),
  ),
});
export type TaxYear = z.infer<typeof taxYear>;

const BASE = '/api/referral/payments/taxes/';
const organization = ['organization'] as const;

export const taxExportQuery = exportQuery({ month }, ['paid_on'], 'paid_on');
export type TaxExportQuery = z.output<typeof taxExportQuery>;
export const taxYearExportQuery = exportQuery({ year }, ['partner'], 'partner');
export type TaxYearExportQuery = z.output<typeof taxYearExportQuery>;

/** Calls for income tax and contributions of individuals. */
export const taxRoutes = {
  taxMonth: {
    method: 'GET',
    path: BASE,
    name: 'Income tax and contributions of a month',
    access: organization,
    query: queryParameters({ month }),
    response: taxMonth,
  },
  exportTaxes: exportRoute(
    `${BASE}export/`,
    'Income tax and contributions of a month as a file',
    organization,
    taxExportQuery,
  ),
  taxYear: {
    method: 'GET',
    path: `${BASE}year/`,
    name: 'Payments of a year by the kind of the partner',
    access: organization,
    query: queryParameters({ year }),
    response: taxYear,
  },
  exportTaxYear: exportRoute(
    `${BASE}year/export/`,
    'Payments of a year by partner, kind and INN as a file',
    organization,
    taxYearExportQuery,
  ),
} as const satisfies Record<string, RouteContract>;
