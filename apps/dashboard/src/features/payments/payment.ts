import {
  accrualRoutes,
  homeRoutes,
  partnerRoutes,
  paymentRoutes,
  type Role,
  registryRoutes,
} from '@referral-dashboard/api-contract';
import type { AnswerOf } from '../../shared/api/call.ts';

/** An accrual as either role sees it. */
export type AnyAccrual = AnswerOf<typeof accrualRoutes.accrual>;

/** A payment as its page reads it, with where its money goes. */
export type OpenPayment = AnswerOf<typeof paymentRoutes.payment>;

/** Balance of a partner with one organization. */
export type CardBalance = AnswerOf<typeof homeRoutes.homeBalance>['results'][number];

/** Reads that a move of money makes stale: payments and payables, accruals, the balances of partners, tasks. */
export const CHANGED_BY_MONEY = [
  paymentRoutes.payments,
  registryRoutes.registries,
  accrualRoutes.accruals,
  partnerRoutes.partners,
  homeRoutes.homeTasks,
  homeRoutes.homeBalance,
];

/** The address of a payment, opened over what is shown now: the way back leads there. */
export function addressOfPayment(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.set('payment', id);
  return `?${after}`;
}

/** The address of a registry, opened over what is shown now. */
export function addressOfRegistry(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.delete('payment');
  after.set('registry', id);
  return `?${after}`;
}

/** The address of a bank's statement, opened over what is shown now. */
export function addressOfStatement(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.set('statement', id);
  return `?${after}`;
}

/** The address of an accrual's panel, over the list that is shown now. */
export function addressOfAccrual(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.set('id', id);
  return `?${after}`;
}

type Sides = { partner: { name: string }; organization: { name: string } };

/** Name of the other side. */
export const otherOf = (role: Role, { partner, organization }: Sides) =>
  role === 'organization' ? partner.name : organization.name;

/** Name of the draft of an accrual entered by hand. */
export const NEW_ACCRUAL = 'accrual';
