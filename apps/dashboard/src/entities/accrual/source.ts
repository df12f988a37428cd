import { type Accrual, withoutTerms } from '@referral-dashboard/api-contract';
import { formatMoney } from '../../shared/format/money.ts';

type Told = Pick<Accrual, 'explanation' | 'amount_kop'> & { lead: { number: string } | null };

/** How a sum came about, for a row that tells its hold apart: «5 % от 39 000,00 ₽». Empty when that is the sum itself. */
export function calculationOf({ explanation, amount_kop }: Omit<Told, 'lead'>): string {
  const calculation = withoutTerms(explanation);
  return calculation === formatMoney(amount_kop) ? '' : calculation;
}

/** Source of an accrual: how it came about, or of which lead. */
export const sourceOf = (accrual: Told) =>
  calculationOf(accrual) || (accrual.lead ? `Лид ${accrual.lead.number}` : accrual.explanation);
