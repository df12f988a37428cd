import { ACCRUAL_KIND_LABELS } from '@referral-dashboard/api-contract';
import type { AnyAccrual } from '../payment.ts';

type Told = Pick<AnyAccrual, 'kind' | 'lead' | 'explanation'>;

/** Name of an accrual among a partner's: the lead it is for, else its kind. */
export const titleOf = ({ lead, kind }: Told) =>
  lead === null ? ACCRUAL_KIND_LABELS[kind] : lead.name || `Лид ${lead.number}`;

/** Reason for which it was given: the number of the lead beside its name, and what it is when it is no reward. */
export const reasonOf = ({ lead, kind, explanation }: Told) =>
  [lead?.name && lead.number, lead && kind !== 'reward' && ACCRUAL_KIND_LABELS[kind], explanation]
    .filter(Boolean)
    .join(' · ');
