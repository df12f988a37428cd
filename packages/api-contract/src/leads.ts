import { z } from 'zod';
import { countsAndSumsBy } from './counts.ts';
import { email } from './email.ts';
import { exportQuery } from './exports.ts';
import { REASON_CODES, SELF_REFERRAL_MATCHES } from './lead-reasons.ts';
import { positiveKop, totalKop } from './money.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from './pagination.ts';
import { phone } from './phone.ts';
import { version } from './programs.ts';
import { type LeadStatus, stateMachines, statesOf } from './state-machines.ts';
import { text } from './text.ts';
import { changes, day, flag, id, oneOf, whole } from './values.ts';

export const LEAD_SOURCES = ['public_form', 'partner', 'organization', 'import'] as const;
export const LEAD_SOURCE_LABELS = {
  public_form: 'Реферальная страница',
  partner: 'Партнер',
  organization: 'Организация',
  import: 'Импорт',
} as const satisfies Record<(typeof LEAD_SOURCES)[number], string>;
/** Tags of the address by which a visitor came. */
export const UTM_TAGS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
/** Tags by which leads are filtered. */
export const UTM_FILTERS = ['utm_source', 'utm_campaign'] as const;

const tag = z
  .string()
  .min(1, 'Введите метку.')
  .refine((value) => Array.from(value).length <= 200, 'Не более 200 символов.');
const status = oneOf(statesOf(stateMachines.lead));

const contact = {
  name: text({ min: 2, max: 150 }),
  email,
  company: text({ max: 300, blank: true }),
  comment: text({ max: 2000, blank: true }),
};

/** A lead entered by hand. An organization may name the partner who brought it; a partner is that partner itself. */
export const newLead = z.object({
  ...z.object(contact).partial().shape,
  name: contact.name,
  phone,
  program: id,
  partner: id.nullable().optional(),
});
export type NewLead = z.output<typeof newLead>;

export const leadPatch = changes({
  ...z.object({ ...contact, deal_amount_kop: positiveKop }).partial().shape,
  version,
});
export type LeadPatch = z.output<typeof leadPatch>;

const reasons = {
  reason_code: oneOf(REASON_CODES).nullable().optional(),
  reason_comment: text({ max: 1000, blank: true }).optional(),
  deal_amount_kop: positiveKop.optional(),
};

/** A move of one lead from the version that was seen. */
export const leadTransition = z.object({ to: status, ...reasons, version });
export type LeadTransition = z.output<typeof leadTransition>;

/** A transfer to another partner of the same program, from the version that was seen. */
export const leadTransfer = z.object({ partner: id, reason: text({ max: 1000 }), version });
export type LeadTransfer = z.output<typeof leadTransfer>;

const filters = {
  program: idList,
  partner: idList,
  link: idList,
  source: commaList(oneOf(LEAD_SOURCES)),
  utm_source: commaList(tag),
  utm_campaign: commaList(tag),
  reason_code: commaList(oneOf(REASON_CODES)),
  created_from: day.optional(),
  created_to: day.optional(),
  search,
};
const filtersWithStatus = { status: commaList(status), ...filters };

const orderings = ['created_at', 'updated_at', 'number'] as const;

export const leadQuery = listQuery(filtersWithStatus, orderings, '-created_at');
export type LeadQuery = z.output<typeof leadQuery>;
export const leadExportQuery = exportQuery(filtersWithStatus, orderings, '-created_at');
export type LeadExportQuery = z.output<typeof leadExportQuery>;
export const leadCountsQuery = filterQuery({ ...filters, sums: oneOf(['true']).optional() });
export type LeadCountsQuery = z.output<typeof leadCountsQuery>;
const leadFilters = filterQuery(filtersWithStatus);
export type LeadFilters = z.output<typeof leadFilters>;

/**
 * The same transition for many leads: the listed ones, or all that match a filter if their number is `expected_count`. At most 1000.
 * With a `limit` at most that many are tried, and the response lists the rest under `left`. `from` refuses leads in another status.
 * A `dry_run` changes nothing and returns the effect on money; reasons may be left out of it.
 */
export const leadBulkTransition = z.object({
  ids: z
    .array(id, 'Введите список идентификаторов.')
    .min(1, 'Выберите хотя бы один лид.')
    .max(1000, 'Не более 1000.')
    .optional(),
  filter: leadFilters.optional(),
  expected_count: whole({ min: 1, max: 1000 }).optional(),
  limit: whole({ min: 1, max: 1000 }).optional(),
  from: status.optional(),
  to: status,
  dry_run: flag.optional(),
  ...reasons,
});
export type LeadBulkTransition = z.output<typeof leadBulkTransition>;

const sumForPartners = z.object({ sum_kop: totalKop, partners: z.int() });

/** What a transition of many leads adds to partners' accruals and takes from them, by the lead. */
const moneyEffect = z.object({ accrued: sumForPartners, withdrawn: sumForPartners });

/** Outcome by lead: a lead that could not move is under `refused` with the reason, one beyond the `limit` under `left`. */
export const leadBulkResult = z.object({
  moved: z.int(),
  changed: z
    .array(z.object({ id: z.uuid(), from: z.enum(statesOf(stateMachines.lead)) }))
    .describe('The moved leads with their former status.'),
  effect: moneyEffect.nullable().describe('Null without `dry_run`.'),
  refused: z.array(z.object({ id: z.uuid(), number: z.string(), detail: z.string() })),
  left: z.array(z.uuid()),
});
export type LeadBulkResult = z.infer<typeof leadBulkResult>;

/** Whether a lead's amount counts as a deal: home, the list and the export add up the same rows. */
export const isDeal = (lead: LeadStatus) => lead === 'won';

const reference = z.object({ id: z.uuid(), name: z.string() });
const numbered = z.object({ id: z.uuid(), number: z.string() });

/** Reward of a lead for its partner, corrections included. */
const leadReward = z.object({
  id: z.uuid(),
  number: z.string().describe('Н-12'),
  amount_kop: z.int(),
  explanation: z.string(),
  status: z.enum(statesOf(stateMachines.accrual)),
  hold_until: z.iso.datetime().nullable(),
});

const shown = {
  id: z.uuid(),
  number: z.string().describe('Л-1042'),
  organization: reference,
  program: reference,
  link: z.object({ id: z.uuid(), code: z.string() }).nullable(),
  source: z.enum(LEAD_SOURCES),
  visit: z
    .object({
      utm_source: z.string(),
      utm_medium: z.string(),
      utm_campaign: z.string(),
      utm_content: z.string(),
      utm_term: z.string(),
      referrer_host: z.string().describe('Host of the page with the link.'),
    })
    .describe('The visit that the lead came from; empty strings where there is none.'),
  name: z.string(),
  status: z.enum(statesOf(stateMachines.lead)),
  reason_code: z.enum(REASON_CODES).nullable(),
  deal_amount_kop: z.int().nullable(),
  reward: leadReward.nullable(),
  paid_kop: z.int().describe('Paid for the lead, less the returns that payments have offset.'),
  approved_kop: z.int().describe('The same, in payments that are approved and not paid yet.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

/** A lead as its organization sees it. */
export const lead = z.object({
  ...shown,
  version: z.int(),
  partner: reference.nullable(),
  phone: z.string(),
  email: z.string(),
  company: z.string(),
  comment: z.string(),
  reason_comment: z.string(),
  earned_by: reference
    .nullable()
    .describe('The partner who keeps the reward after a transfer; null when it is the partner of the lead.'),
  duplicate_of: numbered.nullable(),
  same_email_as: numbered.nullable().describe('The live lead whose e-mail this one was changed to.'),
  self_referral: z.boolean(),
  self_referral_matches: z
    .array(z.enum(SELF_REFERRAL_MATCHES))
    .describe('Contacts that the phone or the e-mail of the lead is equal to.'),
  unverified: z.boolean(),
  consent: z.object({ version: z.int(), sha256: z.string(), accepted_at: z.iso.datetime() }).nullable(),
});
export type Lead = z.infer<typeof lead>;

/** A lead as the partner who brought it sees it: the phone is masked, what the organization notes is left out. */
export const leadForPartner = z.object({ ...shown, phone: z.string().describe('+7 916 ***-**-67') });
export type LeadForPartner = z.infer<typeof leadForPartner>;

export const leadPage = page(lead);
export const leadPageForPartner = page(leadForPartner);

/** Values of a tag that the leads of the organization have. */
export const leadTagsQuery = filterQuery({
  name: oneOf(UTM_FILTERS).default('utm_source'),
  search: text({ max: 200, blank: true }).default('').describe('Beginning of the value.'),
});
export type LeadTagsQuery = z.output<typeof leadTagsQuery>;
export const leadTags = z.object({ results: z.array(z.string()).describe('At most 50.') });

/** The sums are the rewards of partners, where they were asked for. A search, a link or a reason is counted to 10,000. */
export const leadCounts = countsAndSumsBy(stateMachines.lead);

const event = {
  id: z.uuid(),
  at: z.iso.datetime(),
  from_status: z.enum(statesOf(stateMachines.lead)).nullable(),
  to_status: z.enum(statesOf(stateMachines.lead)),
  reason_code: z.enum(REASON_CODES).nullable(),
  is_transfer: z.boolean().describe('The lead went to another partner.'),
};

/** History of a lead, oldest first. */
export const leadHistory = z.object({
  results: z.array(
    z.object({
      ...event,
      comment: z.string(),
      actor: z.string().nullable(),
      changed: z.array(z.string()),
      transfer: z.object({ from: reference.nullable(), to: reference }).nullable(),
    }),
  ),
});
export const leadHistoryForPartner = z.object({ results: z.array(z.object(event)) });
