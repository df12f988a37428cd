import { CRM_LABELS, type OutsideEvent } from '@referral-dashboard/api-contract';

/** «Сделка 17 в Битрикс24». */
export const getDealTitle = ({ id, crm }: NonNullable<OutsideEvent['deal']>) =>
  `Сделка ${id} в ${CRM_LABELS[crm]}`;
