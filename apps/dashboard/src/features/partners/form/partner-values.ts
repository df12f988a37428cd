import {
  eachPartnerText,
  findInnProblem,
  type Partner,
  type PartnerKind,
  type PartnerText,
} from '@referral-dashboard/api-contract';

/** Values of a partner form, in field order. The phone is separate, because it cannot be changed later. */
export type PartnerValues = {
  kind: PartnerKind;
  company_name: string;
  last_name: string;
  first_name: string;
  father_name: string;
  email: string;
  inn: string;
  /** Minimum payment amount, kopecks. Null uses the value of the organization. */
  min_payout_kop: number | null;
  tags: string[];
} & Record<PartnerText, string>;

export const EMPTY_VALUES: PartnerValues = {
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

export const PARTNER_FIELDS = Object.keys(EMPTY_VALUES) as (keyof PartnerValues)[];

export const toValues = (partner: Partner): PartnerValues =>
  Object.fromEntries(PARTNER_FIELDS.map((field) => [field, partner[field]])) as PartnerValues;

/** Request body. Only legal entities have a company name, so it is cleared if the user changes the kind. */
export const toBody = (values: PartnerValues): PartnerValues => ({
  ...values,
  company_name: values.kind === 'legal' ? values.company_name : '',
});

/** Query for other partners with the same INN. Null while the INN is empty or invalid. */
export const getInnQuery = ({ inn, kind }: PartnerValues, partner?: string) =>
  inn.trim() === '' || findInnProblem(inn.trim(), kind) !== null
    ? null
    : { inn: inn.trim(), ...(partner !== undefined && { partner }) };

/** Server rules that the schema does not contain. */
export const getPartnerErrors = (values: PartnerValues) => ({
  company_name:
    values.kind === 'legal' && values.company_name.trim() === '' ? 'Введите название компании' : null,
  inn: findInnProblem(values.inn.trim(), values.kind),
});

/** Error messages that replace those of the contract. */
export const PARTNER_MESSAGES = { email: 'Введите адрес полностью, например anna@company.ru' };
