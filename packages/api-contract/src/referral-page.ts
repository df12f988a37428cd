import { z } from 'zod';
import { email } from './email.ts';
import { phone } from './phone.ts';
import { text } from './text.ts';
import { id } from './values.ts';

/** States of the page: it takes leads, or why not. */
export const PAGE_STATES = ['open', 'paused', 'ended', 'closed'] as const;

/** Colours of a public page, made of the one that the organization chose. All text in them can be read. */
export const brandColors = z.object({
  fill: z.string().describe('Of buttons.'),
  ink: z.string().describe('Of the text on them.'),
  hover: z.string().describe('Of buttons under the pointer.'),
  link_light: z.string(),
  link_dark: z.string(),
});
export type BrandColors = z.infer<typeof brandColors>;

/** Content of the page at /ref/{code}. */
export const referralPage = z.object({
  state: z.enum(PAGE_STATES),
  organization: z.object({
    name: z.string(),
    legal_name: z.string(),
    privacy_policy_url: z.string(),
    support_url: z.string().default('').describe('mailto:help@example.ru; empty: there is none.'),
    logo_path: z.string().nullable(),
    colors: brandColors.nullable().describe('Null: the usual ones.'),
  }),
  invited_by: z.string().describe('First name and the initial of the last; empty when there is none.'),
  landing: z.object({
    title: z.string(),
    subtitle: z.string(),
    text: z.string(),
    button_text: z.string(),
  }),
  consent: z.object({ version: z.int(), text: z.string() }).nullable(),
  ad_label: z.string(),
  ad_erid: z.string(),
});
export type ReferralPage = z.infer<typeof referralPage>;

const tag = text({ max: 200, blank: true });

/** A visit. Everything may be left out; a visitor is anything that stays the same for one browser. */
export const newClick = z
  .object({
    visitor: text({ max: 64, blank: true }),
    referrer: text({ max: 2000, blank: true }),
    utm_source: tag,
    utm_medium: tag,
    utm_campaign: tag,
    utm_content: tag,
    utm_term: tag,
  })
  .partial();
export type NewClick = z.output<typeof newClick>;
export const recordedClick = z.object({ click: z.uuid() });

/** Form of a visitor. `website` is a trap for robots: people do not see the field. */
export const publicLead = z.object({
  name: text({ min: 2, max: 150 }),
  phone,
  email: email.optional(),
  comment: text({ max: 2000, blank: true }).optional(),
  consent: z.literal(true, 'Нужно согласие на обработку персональных данных.'),
  consent_version: z.int('Введите целое число.').optional(),
  click: id.nullable().optional(),
  website: text({ max: 2000, blank: true }).nullish(),
  'smart-token': text({ max: 8192, blank: true }).nullish(),
});
export type PublicLead = z.output<typeof publicLead>;

/** The same for a new lead, a repeat and a duplicate: nobody learns whose phone is known. */
export const acceptedLead = z.object({ success_text: z.string() });
