import { z } from 'zod';
import { byId, type RouteContract } from '../../base/route.ts';
import { totalKop } from '../../values/money.ts';

/** Kinds of contracts with a partner. Only income from `services` is subject to the tax on professional income. */
export const CONTRACT_KINDS = ['services', 'agency', 'commission', 'mandate'] as const;
export const CONTRACT_KIND_LABELS = {
  services: 'Оказание услуг',
  agency: 'Агентский договор',
  commission: 'Договор комиссии',
  mandate: 'Договор поручения',
} as const satisfies Record<(typeof CONTRACT_KINDS)[number], string>;

/** Employment of a partner in the organization. */
export const EMPLOYMENTS = ['none', 'current', 'former'] as const;
export const EMPLOYMENT_LABELS = {
  none: 'Не работал в организации',
  current: 'Работает в организации',
  former: 'Работал раньше',
} as const satisfies Record<(typeof EMPLOYMENTS)[number], string>;

/** Tax residence of an individual, which determines the income tax rate. */
export const TAX_RESIDENCES = ['resident', 'nonresident'] as const;
export type TaxResidence = (typeof TAX_RESIDENCES)[number];
export const TAX_RESIDENCE_LABELS = {
  resident: 'Налоговый резидент РФ',
  nonresident: 'Нерезидент РФ',
} as const satisfies Record<TaxResidence, string>;

/** Annual income limits of the tax on professional income, the latest first. Source: law 422-ФЗ of 27.11.2018, article 4. */
const NPD_LIMITS = [{ from: '2019-01-01', limit_kop: 240_000_000 }] as const;

/** Returns the maximum income of a self-employed person in the year of a day, from all payers, in kopecks. */
export const npdLimitKop = (day: string): number =>
  (NPD_LIMITS.find(({ from }) => from <= day) ?? NPD_LIMITS[0]).limit_kop;

/** Percentage of the limit at which the warning starts. */
export const NPD_WARNING_PERCENT = 80;

/** Returns true at 80 % of the limit or more. */
export const isNearNpdLimit = (paidKop: number, limitKop: number) =>
  paidKop * 100 >= limitKop * NPD_WARNING_PERCENT;

/** Tax status of a self-employed partner, and the amount that the organization paid this year. */
export const taxStatus = z.object({
  status: z.enum(['active', 'lost']).nullable().describe('Null while unknown.'),
  checked_on: z.iso.date().nullable().describe('Date of the response, in Moscow time.'),
  is_waiting: z.boolean().describe('A check is due or running.'),
  problem: z.string().describe('Why the last check failed.'),
  year: z.int(),
  paid_kop: totalKop.describe('Amount that this organization paid while the partner was self-employed.'),
  limit_kop: z.int().describe('Income limit from all payers.'),
});
export type TaxStatus = z.infer<typeof taxStatus>;

/** Progress of a bulk check. */
export const taxChecks = z.object({
  is_asked: z.boolean().describe('The server uses a tax service.'),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  waiting: z.int(),
});
export type TaxChecks = z.infer<typeof taxChecks>;

const ALL = '/api/referral/tax-status/';
const ONE = '/api/referral/partners/{id}/tax-status/';
const access = ['organization'] as const;

/** Calls for the tax status of self-employed partners. */
export const taxStatusRoutes = {
  taxChecks: {
    method: 'GET',
    path: ALL,
    name: 'Progress of tax status checks',
    access,
    response: taxChecks,
  },
  checkTaxStatuses: {
    method: 'POST',
    path: ALL,
    name: 'Check of all self-employed partners',
    access,
    cost: 'bulk',
    status: 202,
    response: taxChecks,
  },
  taxStatus: {
    method: 'GET',
    path: ONE,
    name: 'Tax status of a partner',
    access,
    params: byId,
    response: taxStatus,
  },
  checkTaxStatus: {
    method: 'POST',
    path: ONE,
    name: 'Check of the tax status of a partner',
    access,
    cost: 'creation',
    params: byId,
    status: 202,
    response: taxStatus,
  },
} as const satisfies Record<string, RouteContract>;
