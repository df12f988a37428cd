import { type Accrual, withoutTerms } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';

type AccrualExplanation = Pick<Accrual, 'explanation' | 'amount_kop'> & { lead: { number: string } | null };

/**
 * How an amount was calculated, without the hold terms, which have a separate column: «5 % от 39 000,00 ₽». Empty when the
 * explanation is only the amount.
 */
export function getCalculation({ explanation, amount_kop }: Omit<AccrualExplanation, 'lead'>): string {
  const calculation = withoutTerms(explanation);
  return calculation === formatMoney(amount_kop) ? '' : calculation;
}

/** Source of an accrual: its calculation or its lead. */
export const getSource = (accrual: AccrualExplanation) =>
  getCalculation(accrual) || (accrual.lead ? `Лид ${accrual.lead.number}` : accrual.explanation);
