import { z } from 'zod';
import { rewardEvent, rewardRule } from '../money/rewards/rewards.ts';
import { DOCUMENTS, document } from '../organization/organization.ts';
import { email } from '../values/email.ts';
import { PARTNER_KINDS, type PartnerKind, partnerKind } from '../values/partner-kinds.ts';
import { mobilePhone } from '../values/phone.ts';
import { reference } from '../values/references.ts';
import { captchaToken, linkToken, password, personName, text } from '../values/text.ts';
import { REQUIRED } from '../values/text-messages.ts';
import { id, oneOf, version } from '../values/values.ts';
import { decisionNotes } from './enrollments.ts';
import { JOIN_POLICIES } from './programs.ts';
import { brandColors } from './referral-page.ts';

/** States of an application to a program: no decision of the organization yet, approved or rejected. */
export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const APPLICATION_LABELS: Readonly<Record<(typeof APPLICATION_STATUSES)[number], string>> = {
  pending: 'На рассмотрении',
  approved: 'Одобрена',
  rejected: 'Отклонена',
};

const shownDocument = document.pick({ version: true, text: true });

/** Content of the page at /join/{code}. */
export const joinPage = z.object({
  state: z.enum(['open', 'closed']),
  join_policy: z.enum(JOIN_POLICIES),
  organization: z.object({
    name: z.string(),
    legal_name: z.string(),
    inn: z.string(),
    privacy_policy_url: z.string(),
    support_url: z.string().default(''),
    logo_path: z.string().nullable(),
    colors: brandColors.nullable(),
  }),
  program: z.object({
    name: z.string(),
    description: z.string(),
    reward: rewardRule.nullable(),
    reward_event: rewardEvent,
  }),
  partner_kinds: z.array(z.enum(PARTNER_KINDS)),
  payment_terms: z.string(),
  offer: shownDocument.nullable(),
  personal_data: shownDocument.nullable(),
});
export type JoinPage = z.infer<typeof joinPage>;

type Named = Record<'last_name' | 'first_name' | 'company_name' | 'inn', string> & { kind: PartnerKind };

/** Returns a sentence for each empty field that the kind of partner requires. */
export function missingInApplication({ kind, last_name, first_name, company_name, inn }: Named) {
  const required =
    kind === 'legal'
      ? { company_name, inn }
      : { last_name, first_name, ...(kind !== 'individual' && { inn }) };
  const empty = Object.entries(required).filter(([, value]) => value.trim() === '');
  return Object.fromEntries(empty.map(([field]) => [field, REQUIRED]));
}

/** Application of a new partner, with a consent to each of two documents. `website` is a honeypot field. */
export const newApplication = z
  .object({
    kind: partnerKind,
    last_name: personName.default(''),
    first_name: personName.default(''),
    father_name: personName.default(''),
    company_name: text({ max: 300, blank: true }).default(''),
    phone: mobilePhone,
    email: email.default(''),
    inn: text({ max: 12, blank: true }).default(''),
    offer: z.literal(true, 'Примите оферту: без этого заявку не отправить.'),
    offer_version: version,
    personal_data: z.literal(true, 'Нужно согласие на обработку персональных данных.'),
    personal_data_version: version,
    website: text({ max: 2000, blank: true }).nullish(),
    'smart-token': captchaToken,
  })
  .superRefine((application, ctx) => {
    for (const [field, message] of Object.entries(missingInApplication(application)))
      ctx.addIssue({ code: 'custom', path: [field], message });
  });
export type NewApplication = z.output<typeof newApplication>;

/** Response to an application. It is the same for new and known phones, so that it does not reveal registered phones. */
export const acceptedApplication = z.object({
  proof: z
    .enum(['code', 'none'])
    .describe('`code`: a code was sent to the phone; its confirmation signs the user in.'),
  token: z
    .string()
    .describe(
      'Token of /join/status/{token}, the page with the state of the application. Returned only here.',
    ),
});

export const applicationCheck = z.object({ token: linkToken });

/** Confirms that the applicant owns the phone. `password` is the existing password of the user, or the first one. */
export const phoneConfirmation = z.object({
  token: linkToken,
  code: text({ max: 16 }).refine((value) => /^\d{4,8}$/.test(value), 'Введите код из сообщения: одни цифры.'),
  password,
  'smart-token': captchaToken,
});
export type PhoneConfirmation = z.output<typeof phoneConfirmation>;

/** How an applicant signs in after approval. */
export const APPLICATION_ENTRIES = ['password', 'link', 'sign_in'] as const;

/** State of an application for the applicant. */
export const applicationState = z.object({
  status: z.enum(APPLICATION_STATUSES),
  reason: z.string().describe('Reason of a rejection.'),
  entry: z
    .enum(APPLICATION_ENTRIES)
    .nullable()
    .describe(
      'Null before approval. `password`: with a password, which the accept call takes. `link`: with a link that the organization ' +
        'sends. `sign_in`: the user has already joined.',
    ),
  organization: z.string(),
  program: z.string(),
  created_at: z.iso.datetime(),
});
export type ApplicationState = z.infer<typeof applicationState>;

/** Acceptance by an approved applicant, who sends a password or is signed in. */
export const applicationAcceptance = z.object({
  token: linkToken,
  password: password.nullish(),
  'smart-token': captchaToken,
});
export type ApplicationAcceptance = z.output<typeof applicationAcceptance>;

/** Decision of the organization about an application to a program. */
export const applicationDecision = z.object({
  program: id,
  decision: oneOf(['approve', 'reject']),
  ...decisionNotes,
});
export type ApplicationDecision = z.output<typeof applicationDecision>;

/** Applications of a partner for the organization, the latest first. */
export const applications = z.object({
  requests: z
    .array(z.object({ program: reference, created_at: z.iso.datetime() }))
    .describe('Programs requested in the dashboard, without an application.'),
  results: z.array(
    z.object({
      id: z.uuid(),
      program: reference,
      status: z.enum(APPLICATION_STATUSES),
      reason: z.string().describe('Reason of a rejection, for the applicant.'),
      comment: z.string().describe('Comment on a rejection. Hidden from the applicant.'),
      is_repeat: z.boolean().describe('A card with this phone existed. Its data is unchanged.'),
      given: z
        .object({
          kind: z.enum(PARTNER_KINDS),
          last_name: z.string(),
          first_name: z.string(),
          father_name: z.string(),
          company_name: z.string(),
          phone: z.string(),
          email: z.string(),
          inn: z.string(),
        })
        .describe('Data as entered by the applicant.'),
      created_at: z.iso.datetime(),
      decided_at: z.iso.datetime().nullable(),
      ip: z.string(),
      consents: z.array(
        z.object({
          kind: z.enum(DOCUMENTS),
          version: z.int(),
          sha256: z.string(),
          text: z.string(),
        }),
      ),
    }),
  ),
});
export type Applications = z.infer<typeof applications>;

export const joinLink = z.object({
  url: z.string().describe('<site>/join/<code>'),
  qr: z.string().describe('QR code as SVG.'),
});
