import { z } from 'zod';
import { exportQuery, exportRoute } from '../../base/exports.ts';
import type { RouteContract } from '../../base/route.ts';
import { totalKop } from '../../values/money.ts';
import { month, queryParameters } from '../../values/values.ts';

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
  amount_kop: totalKop.describe('Earned, before tax.'),
  tax_kop: totalKop,
  settled_kop: totalKop.describe('Transfer debts that the payments settle: transferred earlier.'),
  contributions_kop: totalKop.describe('Paid in addition to the payments.'),
  contributions_due_on: z.iso.date(),
  periods: z.array(period).describe('Two: days 1 to 22, and the remaining days.'),
});
export type TaxMonth = z.infer<typeof taxMonth>;

const BASE = '/api/referral/payments/taxes/';
const organization = ['organization'] as const;

export const taxExportQuery = exportQuery({ month }, ['paid_on'], 'paid_on');
export type TaxExportQuery = z.output<typeof taxExportQuery>;

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
} as const satisfies Record<string, RouteContract>;
