import { ACCRUAL_KIND_LABELS } from '@referral-dashboard/api-contract';
import { getCalculation } from '@/entities/accrual/source.ts';
import type { AnyAccrual } from '@/entities/payment/payment.ts';

type DescribedAccrual = Pick<AnyAccrual, 'kind' | 'lead' | 'explanation' | 'amount_kop'>;

/** Title of an accrual in a partner's list: the lead, or the kind if there is no lead. */
export const formatAccrualTitle = ({ lead, kind }: DescribedAccrual) =>
  lead === null ? ACCRUAL_KIND_LABELS[kind] : lead.name || `Лид ${lead.number}`;

/** Source of an accrual: lead number, kind (except for rewards) and calculation. */
export function formatAccrualSource(accrual: DescribedAccrual): string {
  const { lead, kind } = accrual;
  return [
    lead?.name && lead.number,
    lead && kind !== 'reward' && ACCRUAL_KIND_LABELS[kind],
    getCalculation(accrual),
  ]
    .filter(Boolean)
    .join(' · ');
}
