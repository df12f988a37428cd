import type { Blocker, DueState } from '@referral-dashboard/api-contract';
import { generatePath, type To } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import type { Days } from './period/days.ts';

type Query = Readonly<Record<string, string>>;

const at = (pathname: string, query: Query): To => ({
  pathname,
  search: new URLSearchParams(query).toString(),
});

const created = ({ from, to }: Days) => ({ created_from: from, created_to: to });

/** All lead statuses except duplicates, which the lead figure does not count. */
export const ALL_LEADS = 'new,in_progress,qualified,won,lost,rejected';

/** Link to leads created in a period with the given statuses. */
export const leadsOf = (days: Days, status: string, more: Query = {}) =>
  at(paths.leads, { status, ...created(days), ...more });

/** Link to the accruals that the rewards figure sums. */
export const accrualsOf = (days: Days) =>
  at(paths.payments, {
    tab: 'accruals',
    status: 'hold,review,available,reserved,paid',
    ...created(days),
  });

/** Link to payments made in a period. */
export const paidIn = ({ from, to }: Days) =>
  at(paths.payments, { tab: 'payments', status: 'paid', paid_from: from, paid_to: to });

/** Link to leads of a partner or a program, newest first. */
export const leadsBy = (query: Query) => at(paths.leads, query);

/** Link to new leads, oldest first. */
export const newLeads = at(paths.leads, { status: 'new', ordering: 'created_at' });
/** Link to pending decisions: the partner's card if there is only one, otherwise the list. */
export const pendingPartners = (partner: { id: string } | null): To =>
  partner ? generatePath(paths.partner, { id: partner.id }) : at(paths.partners, { awaits_decision: 'true' });
export const accrualsIn = (status: string) => at(paths.payments, { tab: 'accruals', status });
export const paymentsIn = (status: string) => at(paths.payments, { tab: 'payments', status });
export const lateReceipts = at(paths.payments, { tab: 'receipts', late: 'true' });
/** Link to receipts with the given statuses that are not overdue. */
export const receiptsIn = (status: string) => at(paths.payments, { tab: 'receipts', status, late: 'false' });
export const actsIn = (status: string) => at(paths.payments, { tab: 'acts', status });
export const paymentsWithoutAct = at(paths.payments, { tab: 'payments', without_act: 'true' });
export const paymentAt = (id: string) => at(paths.payments, { tab: 'payments', payment: id });
export const actAt = (id: string) => at(paths.payments, { tab: 'acts', act: id });
export const leadIn = (id: string) => at(paths.leads, { id });

/** Link to partners by payment state, optionally by blocker. */
export const payable = (due: DueState, reason?: Blocker['code']) =>
  at(paths.payments, { due, ...(reason && { reason }) });
