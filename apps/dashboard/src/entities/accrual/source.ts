import { type Accrual, withoutTerms } from '@referral-dashboard/api-contract';
import { formatMoney } from '../../shared/format/money.ts';

type Told = Pick<Accrual, 'explanation' | 'amount_kop'> & { lead: { number: string } | null };

/**
 * How an amount was calculated, without the hold terms, which have a separate column: «5 % от 39 000,00 ₽». Empty when the
 * explanation is only the amount.
 */
export function calculationOf({ explanation, amount_kop }: Omit<Told, 'lead'>): string {
  const calculation = withoutTerms(explanation);
  return calculation === formatMoney(amount_kop) ? '' : calculation;
}

/** Source of an accrual: its calculation or its lead. */
export const sourceOf = (accrual: Told) =>
  calculationOf(accrual) || (accrual.lead ? `Лид ${accrual.lead.number}` : accrual.explanation);
