import {
  accrualRoutes,
  homeRoutes,
  partnerRoutes,
  paymentRoutes,
  type Role,
  registryRoutes,
} from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';

/** Accrual as returned to an organization or to a partner. */
export type AnyAccrual = ResponseOf<typeof accrualRoutes.accrual>;

/** Payment as returned by its detail route, which includes the payment details. */
export type PaymentDetails = ResponseOf<typeof paymentRoutes.payment>;

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
export function paymentUrl(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params);
  next.set('payment', id);
  return `?${next}`;
}

/** URL that opens a registry, closes the payment and keeps the other parameters. */
export function registryUrl(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params);
  next.delete('payment');
  next.set('registry', id);
  return `?${next}`;
}

/** URL that opens a bank statement and keeps the other parameters. */
export function statementUrl(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params);
  next.set('statement', id);
  return `?${next}`;
}

/** URL that opens the panel of an accrual over the current list. */
export function accrualUrl(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params);
  next.set('id', id);
  return `?${next}`;
}

export const PAYMENT_NOUN = ['выплата', 'выплаты', 'выплат'] as const;

type Counterparties = { partner: { name: string }; organization: { name: string } };

/** Name of the counterparty: the partner for an organization, the organization for a partner. */
export const getCounterpartyName = (role: Role, { partner, organization }: Counterparties) =>
  role === 'organization' ? partner.name : organization.name;

/** Draft key of the form for manual accruals. */
export const NEW_ACCRUAL_DRAFT = 'accrual';
