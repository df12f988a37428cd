import { eachPartnerText, findInnProblem, type NewPartner } from '@referral-dashboard/api-contract';
import { toSearchText } from '../../platform/db/lists/search.ts';
import { invalid } from '../../platform/errors.ts';

/** Fields of a card. */
export type Card = Required<{
  [Key in Exclude<keyof NewPartner, 'program'>]: Exclude<NewPartner[Key], undefined>;
}>;

/** Default values of a card; the caller sets the kind and the phone. */
export const emptyCard = {
  last_name: '',
  first_name: '',
  father_name: '',
  company_name: '',
  email: '',
  inn: '',
  tags: [] as string[],
  ...eachPartnerText(() => ''),
  min_payout_kop: null as number | null,
  contract_kind: 'services' as const,
  contract_number: '',
  contract_date: null as string | null,
  employment: 'none' as const,
  employed_until: null as string | null,
  tax_residence: 'resident' as const,
};

/** @throws ApiError 400 for an invalid INN, and for an INN of another kind of partner. */
export function checkCard({ kind, inn }: Pick<Card, 'kind' | 'inn'>) {
  const problem = findInnProblem(inn, kind);
  if (problem !== null) throw invalid({ inn: [`${problem}.`] });
}

/** @throws ApiError 400 for a last day of work without the employment `former`. */
export function checkEmployment({ employment, employed_until }: Pick<Card, 'employment' | 'employed_until'>) {
  if (employed_until !== null && employment !== 'former')
    throw invalid({ employed_until: ['Дата ухода указывается для тех, кто работал раньше.'] });
}

/** Derived columns of a card: name, sort key and search text. */
export function toNameColumns(card: Card) {
  const person = [card.last_name, card.first_name, card.father_name].filter(Boolean).join(' ');
  const name = card.company_name || person || card.phone;
  return {
    name,
    name_key: toSearchText(name),
    search_text: toSearchText(card.company_name, person, card.phone, card.email, card.inn),
  };
}
