import { z } from 'zod';
import type { RouteContract } from '../base/route.ts';
import { kop } from '../values/money.ts';
import { PARTNER_KINDS, type PartnerKind, partnerKind } from '../values/partner-kinds.ts';
import { optionalBik, optionalInn, optionalKpp, requisiteProblems } from '../values/requisites.ts';
import { sentName, text } from '../values/text.ts';
import {
  base64Length,
  changes,
  DAMAGED_FILE,
  flag,
  integer,
  isBase64,
  oneOf,
  pageUrl,
} from '../values/values.ts';
import { supportAddress } from './support.ts';
import { timeZone } from './time-zones.ts';
import { VAT_MODES, vatMode } from './vat.ts';

/** Documents that a partner accepts separately. */
export const DOCUMENTS = ['offer', 'personal_data'] as const;
export const DOCUMENT_LABELS: Readonly<Record<(typeof DOCUMENTS)[number], string>> = {
  offer: 'Оферта',
  personal_data: 'Согласие на обработку персональных данных',
};

/** The current version of a document. */
export const document = z.object({
  version: z.int(),
  text: z.string(),
  sha256: z.string().describe('SHA-256 of the UTF-8 text, in hexadecimal.'),
  since: z.iso.datetime(),
});
export type Document = z.infer<typeof document>;

/** The caller's organization. Bank requisites are empty for positions that may not read them. */
export const organization = z.object({
  id: z.uuid(),
  name: z.string(),
  legal_name: z.string(),
  inn: z.string(),
  kpp: z.string(),
  site: z.string(),
  support_url: z
    .string()
    .default('')
    .describe('mailto:help@example.ru. Empty: the support address of the server.'),
  privacy_policy_url: z.string(),
  privacy_policy: z.string().describe('Text of the policy at /policy/{id}. Empty: no such page.'),
  default_hold_days: z.int(),
  default_min_payout_kop: z.int(),
  time_zone: z.string(),
  four_eyes: z.boolean().describe('The creator or editor of a payment may not approve it.'),
  separate_approver: z
    .boolean()
    .describe(
      'With `four_eyes`: also excludes users who added or released an accrual of the payment, or set its payout method.',
    ),
  brand_color: z.string().describe('#07747e. Empty: the default colour.'),
  logo_path: z.string().nullable().describe('/logo/{id}'),
  bank_name: z.string(),
  bank_bik: z.string(),
  bank_account: z.string(),
  bank_corr_account: z.string(),
  partner_kinds: z.array(z.enum(PARTNER_KINDS)),
  vat_ip: z.enum(VAT_MODES).describe('VAT of payments to sole proprietors.'),
  vat_legal: z.enum(VAT_MODES).describe('VAT of payments to companies.'),
  payment_terms: z.string(),
  receipts_required: z.boolean().describe('A late receipt blocks the next payment.'),
  withholds_tax_since: z.iso
    .datetime()
    .nullable()
    .describe('Start of income tax withholding from individuals; null when it is off.'),
  offer: document.nullable(),
  personal_data: document.nullable(),
});
export type Organization = z.infer<typeof organization>;

/** Labels of settings that are the same in forms, on the settings page and in the journal. */
export const ORGANIZATION_FIELD_LABELS = {
  name: 'Название',
  legal_name: 'Юридическое лицо',
  inn: 'ИНН',
  site: 'Сайт',
  support_url: 'Техподдержка',
  privacy_policy_url: 'Политика обработки персональных данных',
  time_zone: 'Часовой пояс',
  bank_name: 'Банк',
  bank_bik: 'БИК',
  bank_account: 'Расчетный счет',
  bank_corr_account: 'Корреспондентский счет',
  kpp: 'КПП',
  partner_kinds: 'Виды партнеров',
  default_min_payout_kop: 'Минимальная выплата',
  vat_ip: 'НДС в выплатах ИП',
  vat_legal: 'НДС в выплатах юридическим лицам',
  payment_terms: 'Условия выплат',
  four_eyes: 'Утверждает не тот, кто сформировал',
  brand_color: 'Цвет',
} as const satisfies Partial<Record<keyof Organization, string>>;

/** Kinds available for new partners. Individuals are available only when the organization withholds their tax. */
export const offeredKinds = ({
  partner_kinds,
  withholds_tax_since,
}: {
  partner_kinds: readonly PartnerKind[];
  withholds_tax_since: unknown;
}): PartnerKind[] => partner_kinds.filter((kind) => kind !== 'individual' || withholds_tax_since !== null);

/** Reason why the kind of individuals is unavailable. */
export const WITHHOLDING_IS_OFF =
  'Физическим лицам платят, удерживая НДФЛ и начисляя взносы. Владелец включает это в настройках организации.';

const account = text({ max: 20, blank: true });

const bankFields = {
  bank_name: text({ max: 160, blank: true }),
  bank_bik: optionalBik,
  bank_account: account,
  bank_corr_account: account,
  kpp: optionalKpp,
};

const checkRequisites = (values: Parameters<typeof requisiteProblems>[0], ctx: z.RefinementCtx) => {
  for (const [field, message] of Object.entries(requisiteProblems(values)))
    ctx.addIssue({ code: 'custom', path: [field], message });
};

/** Requisites of the organization's own bank account. */
export const organizationBankPatch = changes(bankFields).partial().superRefine(checkRequisites);

/** Editable fields of an organization. A program requires the privacy policy to become active. */
export const organizationPatch = changes({
  ...bankFields,
  name: sentName(120).describe('Shown in invitations.'),
  legal_name: text({ max: 300, blank: true }),
  inn: optionalInn,
  site: pageUrl,
  support_url: supportAddress,
  privacy_policy_url: pageUrl,
  privacy_policy: text({ max: 15_000, blank: true }).describe(
    'Published at /policy/{id}, which becomes `privacy_policy_url` when no other URL is set.',
  ),
  default_hold_days: integer({ min: 0, max: 365 }),
  default_min_payout_kop: kop,
  time_zone: timeZone,
  four_eyes: flag,
  separate_approver: flag,
  brand_color: text({ max: 7, blank: true })
    .refine((value) => value === '' || /^#[0-9a-f]{6}$/i.test(value), 'Введите цвет: решетка и 6 знаков.')
    .transform((value) => value.toLowerCase()),
  partner_kinds: z
    .array(partnerKind, 'Выберите виды партнеров.')
    .min(1, 'Оставьте хотя бы один вид партнеров.')
    .transform((kinds) => PARTNER_KINDS.filter((kind) => kinds.includes(kind))),
  vat_ip: vatMode,
  vat_legal: vatMode,
  payment_terms: text({ max: 2000, blank: true }),
  receipts_required: flag,
  withholds_tax: flag.describe('Withhold income tax from individuals and pay contributions for them.'),
  offer: text({ max: 15_000, blank: true }).describe('A new text creates a new version.'),
  personal_data: text({ max: 10_000, blank: true }).describe('A new text creates a new version.'),
})
  .partial()
  .superRefine(checkRequisites);
export type OrganizationPatch = z.output<typeof organizationPatch>;

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const LOGO_KB = 40;
export const LOGO_BYTES = LOGO_KB * 1024;
export const LOGO_IS_TOO_LARGE = `Картинка больше ${LOGO_KB} КБ. Уменьшите ее.`;

/** An image of at most 40 KB and 1024 × 1024 pixels, in a format without scripts. */
export const newLogo = z.object({
  type: oneOf(LOGO_TYPES),
  data: text({ max: base64Length(LOGO_BYTES) }).refine(isBase64, DAMAGED_FILE),
});
export type NewLogo = z.output<typeof newLogo>;

const PATH = '/api/referral/organization/';
const LOGO = `${PATH}logo/` as const;
const access = ['organization'] as const;

export const organizationRoutes = {
  organization: { method: 'GET', path: PATH, name: 'Organization', access, response: organization },
  updateOrganization: {
    method: 'PATCH',
    path: PATH,
    name: 'Organization update',
    access,
    body: organizationPatch,
    response: organization,
  },
  updateOrganizationBank: {
    method: 'PATCH',
    path: `${PATH}bank/`,
    name: 'Update of the account that the organization pays from',
    access,
    body: organizationBankPatch,
    response: organization,
  },
  setLogo: {
    method: 'POST',
    path: LOGO,
    name: 'New logo of the organization',
    access,
    cost: 'creation',
    body: newLogo,
    idempotency: 'once',
    status: 201,
    response: organization,
  },
  removeLogo: {
    method: 'DELETE',
    path: LOGO,
    name: 'Removal of the logo',
    access,
    status: 204,
    response: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
