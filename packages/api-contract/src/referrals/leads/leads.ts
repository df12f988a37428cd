import { z } from 'zod';
import { countsAndSumsBy } from '../../base/counts.ts';
import { exportQuery } from '../../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../../base/pagination.ts';
import { getStates, type LeadStatus, stateMachines } from '../../base/state-machines.ts';
import { REWARD_EVENTS } from '../../money/rewards/rewards.ts';
import { positiveKop, totalKop } from '../../values/money.ts';
import { phone } from '../../values/phone.ts';
import { numbered, reference } from '../../values/references.ts';
import { text } from '../../values/text.ts';
import {
  buildRecord,
  changes,
  day,
  flag,
  id,
  integer,
  oneOf,
  selectedIds,
  version,
} from '../../values/values.ts';
import { MAX_UTM, UTM_TAGS } from '../referral-page.ts';
import { eachLeadField, LEAD_FIELDS, type LeadField } from './lead-fields.ts';
import { REASON_CODES, SELF_REFERRAL_MATCHES } from './lead-reasons.ts';

export const LEAD_SOURCES = ['public_form', 'own_site', 'partner', 'organization', 'import'] as const;
export const LEAD_SOURCE_LABELS = {
  public_form: 'Реферальная страница',
  own_site: 'Сайт организации',
  partner: 'Партнер',
  organization: 'Организация',
  import: 'Импорт',
} as const satisfies Record<(typeof LEAD_SOURCES)[number], string>;
/** UTM parameters that leads are filtered by. */
export const UTM_FILTERS = ['utm_source', 'utm_campaign'] as const;

/** Value of a UTM parameter in a filter. */
export const utmTag = z
  .string()
  .min(1, 'Введите метку.')
  .refine((value) => Array.from(value).length <= MAX_UTM, `Не больше ${MAX_UTM} символов.`);
const status = oneOf(getStates(stateMachines.lead));

const contact = eachLeadField((field) => LEAD_FIELDS[field].schema) as {
  [Field in LeadField]: (typeof LEAD_FIELDS)[Field]['schema'];
};
const { name: _name, ...hiddenFromPartners } = eachLeadField(() => z.string());

/** A manually entered lead. An organization may name the partner; a lead of a partner always belongs to that partner. */
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

/** Transition of one lead. `version` is the version that the user saw. */
export const leadTransition = z.object({ to: status, ...reasons, version });
export type LeadTransition = z.output<typeof leadTransition>;

/** Transfer to another partner of the same program. `version` is the version that the user saw. */
export const leadTransfer = z.object({ partner: id, reason: text({ max: 1000 }), version });
export type LeadTransfer = z.output<typeof leadTransfer>;

const filters = {
  program: idList,
  partner: idList,
  link: idList,
  source: commaList(oneOf(LEAD_SOURCES)),
  utm_source: commaList(utmTag),
  utm_campaign: commaList(utmTag),
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
 * One transition for many leads: the listed ones, or all that match a filter if their number equals `expected_count`. At most 1000. With
 * `limit`, at most that many are processed, and the response lists the others under `left`. `from` refuses leads in another status.
 * `dry_run` changes nothing and returns the effect on accruals; it requires no reasons.
 */
export const leadBulkTransition = z.object({
  ids: selectedIds('один лид').optional(),
  filter: leadFilters.optional(),
  expected_count: integer({ min: 1, max: 1000 }).optional(),
  limit: integer({ min: 1, max: 1000 }).optional(),
  from: status.optional(),
  to: status,
  dry_run: flag.optional(),
  ...reasons,
});
export type LeadBulkTransition = z.output<typeof leadBulkTransition>;

const sumForPartners = z.object({ sum_kop: totalKop, partners: z.int() });

/** Amounts that a bulk transition adds to and removes from accruals. */
const moneyEffect = z.object({ accrued: sumForPartners, withdrawn: sumForPartners });

/** Result by lead. `refused` lists leads that could not be moved, with the reason; `left` lists leads beyond the `limit`. */
export const leadBulkResult = z.object({
  moved: z.int(),
  changed: z
    .array(z.object({ id: z.uuid(), from: z.enum(getStates(stateMachines.lead)), version: z.int() }))
    .describe('The moved leads with their previous status and their version after the transition.'),
  effect: moneyEffect.nullable().describe('Null without `dry_run`.'),
  refused: z.array(z.object({ id: z.uuid(), number: z.string(), detail: z.string() })),
  left: z.array(z.uuid()),
});
export type LeadBulkResult = z.infer<typeof leadBulkResult>;

/**
 * Undo of the last transition of each lead, within five minutes and by the same user. `version` is the version after the transition. A lead that
 * has changed since then, or whose reward was canceled or entered a payment, is refused.
 */
export const leadUndo = z.object({
  leads: z
    .array(z.object({ id, version }, 'Укажите лид и его версию.'), 'Введите список лидов.')
    .min(1, 'Выберите хотя бы один лид.')
    .max(1000, 'Не больше 1000.'),
});
export type LeadUndo = z.output<typeof leadUndo>;

/** `undone` lists the leads that have their previous status again; `refused` the others, with the reason. */
export const leadUndoResult = z.object({
  undone: z.array(z.uuid()),
  refused: leadBulkResult.shape.refused,
});
export type LeadUndoResult = z.infer<typeof leadUndoResult>;

/** Returns true when the amount of a lead counts as a deal. The home page, lists and exports use the same rule. */
export const isDeal = (lead: LeadStatus) => lead === 'won';

/** Reward of a lead for its partner, including corrections. */
const leadReward = z.object({
  id: z.uuid(),
  number: z.string().describe('Н-12'),
  amount_kop: totalKop,
  explanation: z.string(),
  status: z.enum(getStates(stateMachines.accrual)),
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
      ...buildRecord(UTM_TAGS, () => z.string()),
      referrer_host: z.string().describe('Host of the page that linked to the referral page.'),
    })
    .describe('Visit that led to the lead; empty strings without a visit.'),
  name: z.string(),
  status: z.enum(getStates(stateMachines.lead)),
  reason_code: z.enum(REASON_CODES).nullable(),
  deal_amount_kop: z.int().nullable(),
  reward: leadReward.nullable(),
  paid_kop: totalKop.describe('Amount paid for the lead, minus returns offset in payments.'),
  approved_kop: totalKop.describe('The same amount in payments that are approved and not paid.'),
  cap_reached: z
    .string()
    .nullable()
    .describe('Why the lead earns nothing: «Достигнут предел 100 000,00 ₽ за месяц».'),
  unrewarded: z.boolean().describe('The lead was imported without a reward and earns nothing.'),
  client_attached: z
    .enum(['self', 'other'])
    .nullable()
    .describe(
      'The client of the deal was attached already, to the partner of the lead or to another one. The deal is rewarded as a later sale of that attachment, and the lead itself earns nothing. Null when the lead attached the client.',
    ),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

/** A lead for the organization. */
export const lead = z.object({
  ...shown,
  version: z.int(),
  reward_event: z.enum(REWARD_EVENTS).describe('Event that earns the reward of this lead.'),
  partner: reference.nullable(),
  phone: z.string(),
  ...hiddenFromPartners,
  reason_comment: z.string(),
  earned_by: reference
    .nullable()
    .describe('Partner who keeps the reward after a transfer; null if it is `partner`.'),
  duplicate_of: numbered.nullable(),
  client: numbered.nullable().describe('Client of the deal, К-12. Null unless the lead is won.'),
  attached_to: reference
    .nullable()
    .describe('Partner to whom the client of the deal was attached already; null when the lead attached it.'),
  same_email_as: numbered.nullable().describe('Active lead with the e-mail that this lead was changed to.'),
  self_referral: z.boolean(),
  self_referral_matches: z
    .array(z.enum(SELF_REFERRAL_MATCHES))
    .describe('Contacts of the partner that equal the phone or the e-mail of the lead.'),
  unverified: z.boolean(),
  consent: z.object({ version: z.int(), sha256: z.string(), accepted_at: z.iso.datetime() }).nullable(),
});
export type Lead = z.infer<typeof lead>;

/** A lead for its partner: the phone is masked, and notes of the organization are omitted. */
export const leadForPartner = z.object({ ...shown, phone: z.string().describe('+7 916 ***-**-67') });
export type LeadForPartner = z.infer<typeof leadForPartner>;

export const leadPage = page(lead);
export const leadPageForPartner = page(leadForPartner);

/** Values of a UTM parameter in the leads of the organization. */
export const leadTagsQuery = filterQuery({
  name: oneOf(UTM_FILTERS).default('utm_source'),
  search: text({ max: MAX_UTM, blank: true }).default('').describe('Prefix of the value.'),
});
export type LeadTagsQuery = z.output<typeof leadTagsQuery>;
export const leadTags = z.object({ results: z.array(z.string()).describe('At most 50.') });

/** Sums are rewards of partners, if requested. A search, link or reason filter is counted up to 10,000. */
export const leadCounts = countsAndSumsBy(stateMachines.lead);

const event = {
  id: z.uuid(),
  at: z.iso.datetime(),
  from_status: z.enum(getStates(stateMachines.lead)).nullable(),
  to_status: z.enum(getStates(stateMachines.lead)),
  reason_code: z.enum(REASON_CODES).nullable(),
  is_transfer: z.boolean().describe('The lead was transferred to another partner.'),
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
