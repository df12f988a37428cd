import { z } from 'zod';
import { countsBy } from '../base/counts.ts';
import { exportQuery } from '../base/exports.ts';
import { commaList, filterQuery, idList, listQuery, page, search } from '../base/pagination.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { balance } from '../money/accruals.ts';
import { CONTRACT_KINDS, EMPLOYMENTS, TAX_RESIDENCES } from '../money/taxes/tax-status.ts';
import { invitationLink } from '../people/invitations.ts';
import { email } from '../values/email.ts';
import { kop } from '../values/money.ts';
import { PARTNER_KINDS, partnerKind } from '../values/partner-kinds.ts';
import { mobilePhone } from '../values/phone.ts';
import { personName, text } from '../values/text.ts';
import { buildRecord, changes, day, id, oneOf, version } from '../values/values.ts';
import { figures } from './programs.ts';
import { rowActivity } from './row-activity.ts';

/**
 * Texts of a card that only the organization reads, in the order of the form, the card and the export. The form, the card, the journal, the
 * export and the table read this record, so that a new text needs an entry here and a column.
 */
export const PARTNER_TEXTS = {
  note: {
    label: 'Заметка',
    hint: 'Партнер ее не видит',
    width: 40,
    max: 5000,
    schema: text({ max: 5000, blank: true }),
  },
} as const;
export type PartnerText = keyof typeof PARTNER_TEXTS;
export const PARTNER_TEXT_NAMES = Object.keys(PARTNER_TEXTS) as PartnerText[];

/** Returns a record with a value for each text. */
export const eachPartnerText = <Value>(choose: (name: PartnerText) => Value): Record<PartnerText, Value> =>
  buildRecord(PARTNER_TEXT_NAMES, choose);

/** Labels of the written fields. Forms, the card, its history, the journal and exports read this record. */
export const PARTNER_FIELD_LABELS = {
  kind: 'Вид партнера',
  last_name: 'Фамилия',
  first_name: 'Имя',
  father_name: 'Отчество',
  company_name: 'Название компании',
  email: 'Почта',
  inn: 'ИНН',
  tags: 'Метки',
  contract_kind: 'Вид договора',
  contract_number: 'Номер договора',
  contract_date: 'Дата договора',
  employment: 'Работа в организации',
  employed_until: 'Последний день работы',
  tax_residence: 'Налоговое резидентство',
  min_payout_kop: 'Минимальная выплата',
  ...eachPartnerText((text) => PARTNER_TEXTS[text].label),
} as const;

/** Labels of everything that the history of a card names in `changed`. */
export const PARTNER_CHANGE_LABELS = {
  ...PARTNER_FIELD_LABELS,
  phone: 'Телефон',
  application: 'Заявка',
  invitation: 'Приглашение',
  sign_in: 'Вход',
  recovery: 'Ссылка для нового пароля',
  tax_status: 'Статус самозанятого',
} as const;

const fields = {
  kind: partnerKind,
  last_name: personName,
  first_name: personName,
  father_name: personName,
  company_name: text({ max: 300, blank: true }),
  email,
  inn: text({ max: 12, blank: true }),
  tags: z
    .array(text({ max: 40 }), 'Введите список меток.')
    .max(20, 'Не больше 20 меток.')
    .transform((tags) => [...new Set(tags)]),
  ...eachPartnerText((text) => PARTNER_TEXTS[text].schema),
  contract_kind: oneOf(CONTRACT_KINDS),
  contract_number: text({ max: 60, blank: true }),
  contract_date: day.nullable(),
  employment: oneOf(EMPLOYMENTS),
  /** Last working day of a former employee. */
  employed_until: day.nullable(),
  tax_residence: oneOf(TAX_RESIDENCES),
  /** Minimum payment. Null: the minimum of the organization. */
  min_payout_kop: kop.nullable(),
} satisfies Record<keyof typeof PARTNER_FIELD_LABELS, z.ZodType>;

/** A partner's card to create. */
export const newPartner = z.object({
  ...z.object(fields).partial().shape,
  kind: partnerKind.optional().describe('Default: the first kind that the organization works with.'),
  phone: mobilePhone,
  program: id.nullish().describe('Program in which the partner is enrolled at once, with a link.'),
});
export type NewPartner = z.output<typeof newPartner>;

export const partnerPatch = changes({ ...z.object(fields).partial().shape, version });
export type PartnerPatch = z.output<typeof partnerPatch>;

/** Transition of a card. A rejection or a block requires a reason. */
export const partnerTransition = z.object({
  reason: text({ max: 1000, blank: true })
    .default('')
    .describe('The applicant can read the reason of a rejection, but no other reason.'),
  comment: text({ max: 1000, blank: true }).default('').describe('Hidden from the partner.'),
  version: version.optional(),
});
export type PartnerTransition = z.output<typeof partnerTransition>;

/** A partner's card for the organization. */
export const partner = z.object({
  id: z.uuid(),
  version: z.int(),
  kind: z.enum(PARTNER_KINDS),
  name: z.string().describe('Name of the company, else of the person, else the phone.'),
  last_name: z.string(),
  first_name: z.string(),
  father_name: z.string(),
  company_name: z.string(),
  phone: z.string(),
  email: z.string(),
  inn: z.string(),
  status: z.enum(getStates(stateMachines.partner)),
  status_reason: z.string(),
  invitation: z
    .object({ expires_at: z.iso.datetime() })
    .nullable()
    .describe('Null without a valid invitation link.'),
  sign_in: z
    .enum(['none', 'on', 'off'])
    .describe('Whether the partner can sign in: `none` before joining, `off` when deactivated.'),
  tags: z.array(z.string()),
  ...eachPartnerText(() => z.string()),
  contract_kind: z.enum(CONTRACT_KINDS),
  contract_number: z.string(),
  contract_date: z.iso.date().nullable(),
  employment: z.enum(EMPLOYMENTS).describe('Employment in the organization.'),
  employed_until: z.iso.date().nullable().describe('Last working day of a former employee.'),
  tax_residence: z.enum(TAX_RESIDENCES).describe('Determines the income tax rate of an individual.'),
  min_payout_kop: z.int().nullable(),
  balance,
  figures: figures.omit({ partners: true }).extend({ programs: z.int() }),
  last_lead_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Partner = z.infer<typeof partner>;

/** A created card with its invitation link. */
export const createdPartner = partner.extend({ invitation: invitationLink });
export type CreatedPartner = z.infer<typeof createdPartner>;

const state = z.enum(getStates(stateMachines.partner)).nullable();

/** History of a card, the latest first; at most 100 entries. */
export const partnerHistory = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      actor: z.string().nullable(),
      from_status: state.describe('Null for the creation of the card and for changes of data.'),
      to_status: state.describe('Null for changes of data.'),
      reason: z.string(),
      changed: z.array(z.string()).describe('Names of the changed fields.'),
    }),
  ),
});
export type PartnerHistory = z.infer<typeof partnerHistory>;

const filters = {
  program: idList,
  kind: commaList(partnerKind),
  awaits_decision: oneOf(['true'])
    .optional()
    .describe('Only partners with an undecided application or request.'),
  search,
};

const filtersWithStatus = {
  status: commaList(oneOf(getStates(stateMachines.partner))),
  at: day.optional().describe('Balances at the end of this day. All other fields are current.'),
  ...filters,
};
const orderings = [
  'name',
  'created_at',
  'last_lead_at',
  'leads',
  'won',
  'earned_kop',
  'available_kop',
] as const;

export const partnerQuery = listQuery(filtersWithStatus, orderings, '-created_at');
export type PartnerQuery = z.output<typeof partnerQuery>;
export const partnerExportQuery = exportQuery(filtersWithStatus, orderings, '-created_at');
export type PartnerExportQuery = z.output<typeof partnerExportQuery>;
export const partnerCountsQuery = filterQuery(filters);
export type PartnerFilters = z.output<typeof partnerCountsQuery>;
/** A partner's card in the list. */
export const listedPartner = partner.extend({ activity: rowActivity });
export type ListedPartner = z.infer<typeof listedPartner>;
export const partnerPage = page(listedPartner);
export const partnerCounts = countsBy(stateMachines.partner);
