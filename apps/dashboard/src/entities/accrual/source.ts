import { ACCRUAL_KIND_LABELS, type Accrual, withoutTerms } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';

type AccrualExplanation = Pick<Accrual, 'explanation' | 'amount_kop'> & {
  lead: { number: string } | null;
  sale?: Pick<NonNullable<Accrual['sale']>, 'number' | 'name'> | null;
};

/**
 * How an amount was calculated, without the hold terms, which have a separate column: «5 % от 39 000,00 ₽». Empty when the
 * explanation is only the amount.
 */
export function getCalculation({
  explanation,
  amount_kop,
}: Pick<AccrualExplanation, 'explanation' | 'amount_kop'>): string {
  const calculation = withoutTerms(explanation);
  return calculation === formatMoney(amount_kop) ? '' : calculation;
}

/** Makes the first letter small; keeps abbreviations. */
const uncapitalize = (text: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Later sale of a client: «Продажа П-7 · ООО «Ромашка»». */
export const formatSale = ({ number, name }: NonNullable<AccrualExplanation['sale']>) =>
  [`Продажа ${number}`, name].filter(Boolean).join(' · ');

/**
 * What an accrual is for, as a noun phrase: «Лид Л-17, 5 % от 39 000,00 ₽», «Продажа П-7 · ООО «Ромашка», 5 % от 39 000,00 ₽»,
 * «Бонус: за отзыв», «Возврат Н-12: …».
 */
export function getSource(accrual: AccrualExplanation & Pick<Accrual, 'kind'>): string {
  const { kind, lead, sale = null } = accrual;
  const calculation = getCalculation(accrual);
  if (kind === 'reward' && lead !== null)
    return [`Лид ${lead.number}`, calculation].filter(Boolean).join(', ');
  if (kind === 'reward' && sale !== null) return [formatSale(sale), calculation].filter(Boolean).join(', ');
  const text = calculation || accrual.explanation;
  const label = ACCRUAL_KIND_LABELS[kind];
  return text.toLowerCase().startsWith(label.toLowerCase()) ? text : `${label}: ${uncapitalize(text)}`;
}
