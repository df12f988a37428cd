import { ACCRUAL_KIND_LABELS } from '@referral-dashboard/api-contract';
import { formatSale, getCalculation } from '@/entities/accrual/source.ts';
import type { AnyAccrual } from '@/entities/payment/payment.ts';

type DescribedAccrual = Pick<AnyAccrual, 'kind' | 'lead' | 'sale' | 'explanation' | 'amount_kop'>;

/** Title of an accrual in a partner's list: the lead or the client, or the kind without them. */
export function formatAccrualTitle({ lead, sale, kind }: DescribedAccrual): string {
  if (lead !== null) return lead.name || `Лид ${lead.number}`;
  return sale === null ? ACCRUAL_KIND_LABELS[kind] : sale.name || formatSale(sale);
}

/** Source of an accrual: number of the lead or the sale, kind (except for rewards) and calculation. */
export function formatAccrualSource(accrual: DescribedAccrual): string {
  const { lead, sale, kind } = accrual;
  return [
    lead?.name && lead.number,
    sale?.name && formatSale({ ...sale, name: '' }),
    (lead ?? sale) && kind !== 'reward' && ACCRUAL_KIND_LABELS[kind],
    getCalculation(accrual),
  ]
    .filter(Boolean)
    .join(' · ');
}
