import { ACCRUAL_KIND_LABELS } from '@referral-dashboard/api-contract';
import { calculationOf } from '../../../entities/accrual/source.ts';
import type { AnyAccrual } from '../payment.ts';

type Told = Pick<AnyAccrual, 'kind' | 'lead' | 'explanation' | 'amount_kop'>;

/** Name of an accrual among a partner's: the lead it is for, else its kind. */
export const titleOf = ({ lead, kind }: Told) =>
  lead === null ? ACCRUAL_KIND_LABELS[kind] : lead.name || `Лид ${lead.number}`;

/** Reason for which it was given: the number of the lead beside its name, and what it is when it is no reward. */
export function reasonOf(accrual: Told): string {
  const { lead, kind } = accrual;
  return [
    lead?.name && lead.number,
    lead && kind !== 'reward' && ACCRUAL_KIND_LABELS[kind],
    calculationOf(accrual),
  ]
    .filter(Boolean)
    .join(' · ');
}
