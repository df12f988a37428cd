import { z } from 'zod';
import { kop } from './money.ts';
import { isInn } from './requisites.ts';
import type { RouteContract } from './route.ts';
import { text } from './text.ts';
import { pageAddress, whole } from './values.ts';

/** The caller's organization. */
export const organization = z.object({
  id: z.uuid(),
  name: z.string(),
  legal_name: z.string(),
  inn: z.string(),
  site: z.string(),
  privacy_policy_url: z.string(),
  default_hold_days: z.int(),
  default_min_payout_kop: z.int(),
  time_zone: z.string(),
  four_eyes: z.boolean().describe('Whoever formed a payment does not approve it.'),
});
export type Organization = z.infer<typeof organization>;

/** Fields of an organization that its people may change. A program needs the privacy policy to go active. */
export const organizationPatch = z
  .object({
    name: text({ max: 300 }),
    legal_name: text({ max: 300, blank: true }),
    inn: text({ max: 12, blank: true }).refine(
      (value) => value === '' || isInn(value),
      'Проверьте ИНН: 10 или 12 цифр с верной контрольной.',
    ),
    site: pageAddress,
    privacy_policy_url: pageAddress,
    default_hold_days: whole({ min: 0, max: 365 }),
    default_min_payout_kop: kop,
    four_eyes: z.boolean(),
  })
  .partial();
export type OrganizationPatch = z.output<typeof organizationPatch>;

const PATH = '/api/referral/organization/';

export const organizationRoutes = {
  organization: {
    method: 'GET',
    path: PATH,
    name: 'Organization',
    access: ['organization'],
    answer: organization,
  },
  updateOrganization: {
    method: 'PATCH',
    path: PATH,
    name: 'Organization update',
    access: ['organization'],
    body: organizationPatch,
    answer: organization,
  },
} as const satisfies Record<string, RouteContract>;
