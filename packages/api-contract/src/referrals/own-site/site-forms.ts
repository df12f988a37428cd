import { z } from 'zod';
import { byId, type RouteContract } from '../../base/route.ts';
import { reference } from '../../values/references.ts';
import { changes, flag, id } from '../../values/values.ts';

/** Result of the last form: a check by the site builder, a lead, or a refusal. */
const SITE_FORM_RESULTS = ['test', 'accepted', 'refused'] as const;
export type SiteFormResult = (typeof SITE_FORM_RESULTS)[number];

/** An address to which a site builder sends its forms. */
export const siteForm = z.object({
  id: z.uuid(),
  program: reference.describe('Program of the leads.'),
  path: z
    .string()
    .nullable()
    .describe('Secret path for the forms. Null: it was sealed with another key of the server; replace it.'),
  is_on: z.boolean(),
  last_form: z
    .object({
      at: z.iso.datetime(),
      result: z.enum(SITE_FORM_RESULTS),
      problem: z.string().describe('Why the form was refused; empty otherwise.'),
    })
    .nullable(),
  created_at: z.iso.datetime(),
});
export type SiteForm = z.infer<typeof siteForm>;

const PATH = '/api/referral/site-forms/';
const ONE = `${PATH}{id}/` as const;
const access = ['organization'] as const;

/** Calls for the addresses of forms, and the call that site builders make. */
export const siteFormRoutes = {
  siteForms: {
    method: 'GET',
    path: PATH,
    name: 'Addresses for forms of sites',
    access,
    response: z.object({ results: z.array(siteForm) }),
  },
  createSiteForm: {
    method: 'POST',
    path: PATH,
    name: 'New address for forms of a site',
    access,
    cost: 'creation',
    idempotency: 'once',
    body: z.object({ program: id }),
    status: 201,
    response: siteForm,
  },
  updateSiteForm: {
    method: 'PATCH',
    path: ONE,
    name: 'Address for forms of a site changed',
    access,
    params: byId,
    body: changes({ is_on: flag }),
    response: siteForm,
  },
  rotateSiteForm: {
    method: 'POST',
    path: `${ONE}rotate/`,
    name: 'Another address for forms of a site',
    access,
    params: byId,
    response: siteForm,
  },
  receiveSiteForm: {
    method: 'POST',
    path: '/api/public/forms/{code}/',
    name: 'Form of a site builder',
    access: 'public',
    params: z.object({ code: z.string().max(100) }),
    body: z.looseObject({}),
    response: z.object({}),
  },
} as const satisfies Record<string, RouteContract>;
