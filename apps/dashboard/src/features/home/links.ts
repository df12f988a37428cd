import type { Blocker, DueState } from '@referral-dashboard/api-contract';
import { generatePath, type To } from 'react-router-dom';
import { createLocation, paths } from '@/shared/paths.ts';

/** Link to leads of a partner or a program, newest first. */
export const getFilteredLeadsLink = (query: Readonly<Record<string, string>>) =>
  createLocation(paths.leads, query);

/** Link to the events of other systems that were not applied. */
export const FAILED_EVENTS_LINK = createLocation(paths.outsideEvents, { state: 'failed' });
/** Link to new leads, oldest first. */
export const NEW_LEADS_LINK = createLocation(paths.leads, { status: 'new', ordering: 'created_at' });
/** Link to pending decisions: the partner's card if there is only one, otherwise the list. */
export const getPendingPartnersLink = (partner: { id: string } | null): To =>
  partner
    ? generatePath(paths.partner, { id: partner.id })
    : createLocation(paths.partners, { awaits_decision: 'true' });
export const getAccrualsByStatusLink = (status: string) =>
  createLocation(paths.payments, { tab: 'accruals', status });
export const getPaymentsLink = (status: string) =>
  createLocation(paths.payments, { tab: 'payments', status });
export const OVERDUE_RECEIPTS_LINK = createLocation(paths.payments, { tab: 'receipts', late: 'true' });
/** Link to receipts with the given statuses that are not overdue. */
export const getReceiptsLink = (status: string) =>
  createLocation(paths.payments, { tab: 'receipts', status, late: 'false' });
export const getActsLink = (status: string) => createLocation(paths.payments, { tab: 'acts', status });
export const PAYMENTS_WITHOUT_ACT_LINK = createLocation(paths.payments, {
  tab: 'payments',
  without_act: 'true',
});
export const getPaymentLink = (id: string) =>
  createLocation(paths.payments, { tab: 'payments', payment: id });
export const getActLink = (id: string) => createLocation(paths.payments, { tab: 'acts', act: id });
export const getLeadLink = (id: string) => createLocation(paths.leads, { id });

/** Link to partners by payment state, optionally by blocker. */
export const getPayablePartnersLink = (due: DueState, reason?: Blocker['code']) =>
  createLocation(paths.payments, { due, ...(reason && { reason }) });
