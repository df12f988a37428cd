import {
  accrualRoutes,
  homeRoutes,
  partnerRoutes,
  paymentRoutes,
  type Role,
  registryRoutes,
} from '@referral-dashboard/api-contract';
import type { ResponseOf } from '../../shared/api/call.ts';

/** Accrual as returned to an organization or to a partner. */
export type AnyAccrual = ResponseOf<typeof accrualRoutes.accrual>;

/** Payment as returned by its detail route, which includes the payment details. */
export type OpenPayment = ResponseOf<typeof paymentRoutes.payment>;

/** Balance of a partner in one organization. */
export type CardBalance = ResponseOf<typeof homeRoutes.homeBalance>['results'][number];

/** Routes to invalidate after money moves. Keys are prefixes, so payable partners and counts are included. */
export const CHANGED_BY_MONEY = [
  paymentRoutes.payments,
  registryRoutes.registries,
  accrualRoutes.accruals,
  partnerRoutes.partners,
  homeRoutes.homeTasks,
  homeRoutes.homeBalance,
];

/** URL that opens a payment and keeps the other parameters, so that the back link returns to the current view. */
export function addressOfPayment(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.set('payment', id);
  return `?${after}`;
}

/** URL that opens a registry, closes the payment and keeps the other parameters. */
export function addressOfRegistry(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.delete('payment');
  after.set('registry', id);
  return `?${after}`;
}

/** URL that opens a bank statement and keeps the other parameters. */
export function addressOfStatement(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.set('statement', id);
  return `?${after}`;
}

/** URL that opens the panel of an accrual over the current list. */
export function addressOfAccrual(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.set('id', id);
  return `?${after}`;
}

type Sides = { partner: { name: string }; organization: { name: string } };

/** Name of the counterparty: the partner for an organization, the organization for a partner. */
export const otherOf = (role: Role, { partner, organization }: Sides) =>
  role === 'organization' ? partner.name : organization.name;

/** Draft key of the form for manual accruals. */
export const NEW_ACCRUAL = 'accrual';
