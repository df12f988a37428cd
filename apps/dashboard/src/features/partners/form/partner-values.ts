import {
  eachPartnerText,
  isInn,
  type Partner,
  type PartnerKind,
  type PartnerText,
} from '@referral-dashboard/api-contract';

/** Values of a partner's form, in its order; the phone apart, which is given once. */
export type PartnerValues = {
  kind: PartnerKind;
  company_name: string;
  last_name: string;
  first_name: string;
  father_name: string;
  email: string;
  inn: string;
  /** Below it no payment is formed, in kopecks; `null`: as the organization has it. */
  min_payout_kop: number | null;
  tags: string[];
} & Record<PartnerText, string>;

export const BLANK: PartnerValues = {
  kind: 'self_employed',
  company_name: '',
  last_name: '',
  first_name: '',
  father_name: '',
  email: '',
  inn: '',
  min_payout_kop: null,
  tags: [],
  ...eachPartnerText(() => ''),
};

export const PARTNER_FIELDS = Object.keys(BLANK) as (keyof PartnerValues)[];

export const valuesOf = (partner: Partner): PartnerValues =>
  Object.fromEntries(PARTNER_FIELDS.map((field) => [field, partner[field]])) as PartnerValues;

/** Values as they are sent: a person has no company, whatever was typed before the kind was changed. */
export const bodyOf = (typed: PartnerValues): PartnerValues => ({
  ...typed,
  company_name: typed.kind === 'legal' ? typed.company_name : '',
});

/** Number of digits of the taxpayer's number of such a partner. */
export const innDigits = (kind: PartnerKind) => (kind === 'legal' ? 10 : 12);

function innProblem(inn: string, { kind }: Pick<PartnerValues, 'kind'>): string | null {
  const [typed, digits] = [inn.trim(), innDigits(kind)];
  if (typed === '') return null;
  if (!/^\d+$/.test(typed) || typed.length !== digits) return `ИНН состоит из ${digits} цифр`;
  return isInn(typed) ? null : 'В ИНН ошибка: проверьте цифры';
}

/** A complete INN as a query about other partners with it; null while it is being typed. */
export const innQuery = ({ inn, kind }: PartnerValues, partner?: string) =>
  inn.trim() === '' || innProblem(inn, { kind }) !== null
    ? null
    : { inn: inn.trim(), ...(partner !== undefined && { partner }) };

/** Rules that the server has beyond the schema. */
export const partnerRules = (values: PartnerValues) => ({
  company_name:
    values.kind === 'legal' && values.company_name.trim() === '' ? 'Введите название компании' : null,
  inn: innProblem(values.inn, values),
});

/** Sentences in place of the contract's. */
export const partnerSentences = { email: 'Введите адрес полностью, например anna@company.ru' };
