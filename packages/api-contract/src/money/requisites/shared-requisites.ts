import { z } from 'zod';
import type { RouteContract } from '../../base/route.ts';
import { russianPhone } from '../../values/phone.ts';
import { reference } from '../../values/references.ts';
import { text } from '../../values/text.ts';
import { id, queryParameters } from '../../values/values.ts';

export const SHARED_REQUISITES = ['inn', 'account', 'phone'] as const;
export type SharedRequisite = (typeof SHARED_REQUISITES)[number];

/** Requisites entered into the form of a new or an existing card. */
const query = queryParameters({
  partner: id.optional(),
  inn: text({ max: 12, blank: true }).optional(),
  bik: text({ max: 9, blank: true }).optional(),
  account: text({ max: 20, blank: true }).optional(),
  phone: text({ max: 30, blank: true })
    .optional()
    .transform((value) => (value === undefined ? undefined : (russianPhone(value) ?? ''))),
});
export type SharedRequisitesQuery = z.output<typeof query>;

/** Other partners of the organization with the same INN, bank account or SBP phone. */
const response = z.object({
  results: z.array(
    z.object({
      what: z.enum(SHARED_REQUISITES),
      value: z.string().describe('INN, last digits of an account, or masked phone.'),
      partner: reference,
    }),
  ),
});
export type SharedRequisites = z.infer<typeof response>;

export const sharedRequisiteRoutes = {
  sharedRequisites: {
    method: 'GET',
    path: '/api/referral/partners/shared-requisites/',
    name: 'Other partners with the same requisites',
    access: ['organization'],
    query,
    response,
  },
} as const satisfies Record<string, RouteContract>;
