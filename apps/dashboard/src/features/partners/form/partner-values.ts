import { isInn, type NewPartner, type Partner, russianPhone } from '@referral-dashboard/api-contract';

type PartnerKind = NewPartner['kind'];

/** What is typed about a partner, in the order of the form; the phone apart, which is given once. */
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
  note: string;
};

export const BLANK: PartnerValues = {
  kind: 'individual',
  company_name: '',
  last_name: '',
  first_name: '',
  father_name: '',
  email: '',
  inn: '',
  min_payout_kop: null,
  tags: [],
  note: '',
};

export const PARTNER_FIELDS = Object.keys(BLANK) as (keyof PartnerValues)[];

export const valuesOf = (partner: Partner): PartnerValues =>
  Object.fromEntries(PARTNER_FIELDS.map((field) => [field, partner[field]])) as PartnerValues;

/** As it is sent: a person has no company, whatever was typed before the kind was changed. */
export const bodyOf = (typed: PartnerValues): PartnerValues => ({
  ...typed,
  company_name: typed.kind === 'legal' ? typed.company_name : '',
});

const same = (one: PartnerValues, other: PartnerValues, field: keyof PartnerValues) =>
  String(one[field]).trim() === String(other[field]).trim();

/** Only what differs: somebody else's change to another field is not undone. */
export const changesOf = (saved: PartnerValues, typed: PartnerValues): Partial<PartnerValues> =>
  Object.fromEntries(
    PARTNER_FIELDS.filter((field) => !same(saved, typed, field)).map((field) => [field, typed[field]]),
  );

/** How many digits the taxpayer's number of such a partner has. */
export const innDigits = (kind: PartnerKind) => (kind === 'legal' ? 10 : 12);

function innProblem(inn: string, { kind }: PartnerValues): string | null {
  const [typed, digits] = [inn.trim(), innDigits(kind)];
  if (typed === '') return null;
  if (!/^\d+$/.test(typed) || typed.length !== digits) return `ИНН состоит из ${digits} цифр`;
  return isInn(typed) ? null : 'Проверьте ИНН: контрольная цифра не сходится';
}

/** What can be told without asking the server. */
export const validators = {
  company_name: (name: string, { kind }: PartnerValues) =>
    kind === 'legal' && name.trim() === '' ? 'Введите название компании' : null,
  email: (email: string) =>
    email.trim() === '' || /^\S+@\S+\.\S+$/.test(email.trim())
      ? null
      : 'Введите адрес полностью, например anna@company.ru',
  inn: innProblem,
};

export const phoneProblem = (phone: string) =>
  russianPhone(phone)?.startsWith('+79') ? null : 'Введите мобильный номер полностью: +7 и 10 цифр';
