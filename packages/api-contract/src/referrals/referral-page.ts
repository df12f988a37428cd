import { z } from 'zod';
import { email } from '../values/email.ts';
import { phone } from '../values/phone.ts';
import { captchaToken, text } from '../values/text.ts';
import { buildRecord, id } from '../values/values.ts';

/** States of a referral page: it accepts leads, or the reason why it does not. */
export const PAGE_STATES = ['open', 'paused', 'ended', 'closed'] as const;

/** Colours of a public page, derived from the organization's colour. Text is readable on all of them. */
export const brandColors = z.object({
  fill: z.string().describe('Background of buttons.'),
  ink: z.string().describe('Text of buttons.'),
  hover: z.string().describe('Background of hovered buttons.'),
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
    support_url: z.string().default('').describe('mailto:help@example.ru. Empty: no support address.'),
    logo_path: z.string().nullable(),
    colors: brandColors.nullable().describe('Null: the default colours.'),
  }),
  invited_by: z.string().describe('First name and initial of the last name; empty without an inviter.'),
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

/** UTM parameters of a visit. */
export const UTM_TAGS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;

/** Maximum length of a UTM parameter, in characters. */
export const MAX_UTM = 200;

/** A visit. All fields are optional. `visitor` is any value that is constant for one browser. */
export const newClick = z
  .object({
    visitor: text({ max: 64, blank: true }),
    referrer: text({ max: 2000, blank: true }),
    ...buildRecord(UTM_TAGS, () => text({ max: MAX_UTM, blank: true })),
  })
  .partial();
export type NewClick = z.output<typeof newClick>;
export const recordedClick = z.object({ click: z.uuid() });

/** Form of a visitor. `website` is a honeypot field that is hidden from people. */
export const publicLead = z.object({
  name: text({ min: 2, max: 150 }),
  phone,
  email: email.optional(),
  comment: text({ max: 2000, blank: true }).optional(),
  consent: z.literal(true, 'Нужно согласие на обработку персональных данных.'),
  consent_version: z.int('Введите целое число.').optional(),
  click: id.nullable().optional(),
  website: text({ max: 2000, blank: true }).nullish(),
  'smart-token': captchaToken,
});
export type PublicLead = z.output<typeof publicLead>;

/** Response to a form. It is the same for new, repeated and duplicate leads, so that it does not reveal known phones. */
export const acceptedLead = z.object({ success_text: z.string() });
