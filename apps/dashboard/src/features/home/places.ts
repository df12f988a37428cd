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

/** Every state that the figure of leads counts: all but duplicates. */
export const ALL_LEADS = 'new,in_progress,qualified,won,lost,rejected';

/** The leads of some days in some states. */
export const leadsOf = (days: Days, status: string, more: Query = {}) =>
  at(paths.leads, { status, ...created(days), ...more });

/** The accruals of some days that the figure of rewards adds up. */
export const accrualsOf = (days: Days) =>
  at(paths.payments, {
    tab: 'accruals',
    status: 'hold,review,available,reserved,paid',
    ...created(days),
  });

/** Payments made within some days. */
export const paidIn = ({ from, to }: Days) =>
  at(paths.payments, { tab: 'payments', status: 'paid', paid_from: from, paid_to: to });

/** Leads of a partner or a program, the latest first. */
export const leadsBy = (query: Query) => at(paths.leads, query);

/** New leads, the one that has waited longest first. */
export const newLeads = at(paths.leads, { status: 'new', ordering: 'created_at' });
/** Place of pending decisions: the card of a single partner, or the list. */
export const pendingPartners = (partner: { id: string } | null): To =>
  partner ? generatePath(paths.partner, { id: partner.id }) : at(paths.partners, { awaits_decision: 'true' });
export const accrualsIn = (status: string) => at(paths.payments, { tab: 'accruals', status });
export const paymentsIn = (status: string) => at(paths.payments, { tab: 'payments', status });
export const lateReceipts = at(paths.payments, { tab: 'receipts', late: 'true' });
/** Receipts in some states whose last day is not over. */
export const receiptsIn = (status: string) => at(paths.payments, { tab: 'receipts', status, late: 'false' });
export const actsIn = (status: string) => at(paths.payments, { tab: 'acts', status });
export const paymentsWithoutAct = at(paths.payments, { tab: 'payments', without_act: 'true' });
export const paymentAt = (id: string) => at(paths.payments, { tab: 'payments', payment: id });
export const actAt = (id: string) => at(paths.payments, { tab: 'acts', act: id });
export const leadIn = (id: string) => at(paths.leads, { id });

/** Partners counted under a figure of payments, and under a reason. */
export const payable = (due: DueState, reason?: Blocker['code']) =>
  at(paths.payments, { due, ...(reason && { reason }) });
