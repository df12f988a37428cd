import { z } from 'zod';
import { totalKop } from './money.ts';
import { byId, type RouteContract } from './route.ts';

/** Kinds of the contract with a partner. Only income under the first is subject to the tax on professional income. */
export const CONTRACT_KINDS = ['services', 'agency', 'commission', 'mandate'] as const;
export const CONTRACT_KIND_LABELS = {
  services: 'Оказание услуг',
  agency: 'Агентский договор',
  commission: 'Договор комиссии',
  mandate: 'Договор поручения',
} as const satisfies Record<(typeof CONTRACT_KINDS)[number], string>;

/** Work of a partner for the organization, as its employee. */
export const EMPLOYMENTS = ['none', 'current', 'former'] as const;
export const EMPLOYMENT_LABELS = {
  none: 'Не работал в организации',
  current: 'Работает в организации',
  former: 'Работал раньше',
} as const satisfies Record<(typeof EMPLOYMENTS)[number], string>;

/** Tax residence of a physical person: it decides the rate of income tax. */
export const TAX_RESIDENCES = ['resident', 'nonresident'] as const;
export type TaxResidence = (typeof TAX_RESIDENCES)[number];
export const TAX_RESIDENCE_LABELS = {
  resident: 'Налоговый резидент РФ',
  nonresident: 'Не резидент РФ',
} as const satisfies Record<TaxResidence, string>;

/** Yearly limits of the regime, the latest first. Source: law 422-ФЗ of 27.11.2018, article 4. */
const NPD_LIMITS = [{ from: '2019-01-01', limit_kop: 240_000_000 }] as const;

/** Most that a self-employed person may earn in the year of a day, from all payers, in kopecks. */
export const npdLimitKop = (day: string): number =>
  (NPD_LIMITS.find(({ from }) => from <= day) ?? NPD_LIMITS[0]).limit_kop;

/** Percent of the limit from which people are warned. */
export const NPD_WARNING_PERCENT = 80;

/** True from 80 % of the limit on. */
export const isNearNpdLimit = (paidKop: number, limitKop: number) =>
  paidKop * 100 >= limitKop * NPD_WARNING_PERCENT;

/** Status of a self-employed partner at the tax service, and what it was paid by this organization this year. */
export const taxStatus = z.object({
  status: z.enum(['active', 'lost']).nullable().describe('Null while it is not known.'),
  checked_on: z.iso.date().nullable().describe('Day of the answer, in Moscow.'),
  is_waiting: z.boolean().describe('It is to be asked, or being asked.'),
  problem: z.string().describe('Why the last question got no answer.'),
  year: z.int(),
  paid_kop: totalKop.describe('Paid by this organization alone.'),
  limit_kop: z.int().describe('Of the regime, from all payers.'),
});
export type TaxStatus = z.infer<typeof taxStatus>;

/** Progress of the questions that were asked together. */
export const taxChecks = z.object({
  is_asked: z.boolean().describe('The server has a tax service to ask.'),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  waiting: z.int(),
});
export type TaxChecks = z.infer<typeof taxChecks>;

const ALL = '/api/referral/tax-status/';
const ONE = '/api/referral/partners/{id}/tax-status/';
const access = ['organization'] as const;

/** Calls about the status of self-employed partners. */
export const taxStatusRoutes = {
  taxChecks: {
    method: 'GET',
    path: ALL,
    name: 'Progress of tax status checks',
    access,
    answer: taxChecks,
  },
  checkTaxStatuses: {
    method: 'POST',
    path: ALL,
    name: 'Check of all self-employed partners',
    access,
    cost: 'bulk',
    status: 202,
    answer: taxChecks,
  },
  taxStatus: {
    method: 'GET',
    path: ONE,
    name: 'Tax status of a partner',
    access,
    params: byId,
    answer: taxStatus,
  },
  checkTaxStatus: {
    method: 'POST',
    path: ONE,
    name: 'Check of the tax status of a partner',
    access,
    cost: 'creation',
    params: byId,
    status: 202,
    answer: taxStatus,
  },
} as const satisfies Record<string, RouteContract>;
