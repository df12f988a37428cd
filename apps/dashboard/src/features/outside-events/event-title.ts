import { CRM_LABELS, OUTSIDE_EVENT_KIND_LABELS, type OutsideEvent } from '@referral-dashboard/api-contract';

type Named = Pick<OutsideEvent, 'kind' | 'deal' | 'external_id'>;

/** «Сделка 17 в Битрикс24», «Продажа». */
export const getEventTitle = ({ kind, deal }: Named) =>
  deal === null ? OUTSIDE_EVENT_KIND_LABELS[kind] : `Сделка ${deal.id} в ${CRM_LABELS[deal.crm]}`;

/** The stage of a deal, or the id of another event in its system. */
export function getEventDetail({ deal, external_id }: Named) {
  if (deal === null) return external_id;
  return deal.stage === null ? null : `Стадия «${deal.stage}»`;
}
