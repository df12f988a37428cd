import type { Role } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode } from 'react';
import { useAddress } from '../../shared/list/use-address.ts';
import { OrganizationPayments } from './organization-payments.tsx';

const PaymentPage = lazy(() => import('./payments/payment-page.tsx'));
const PartnerPayments = lazy(() => import('./partner-payments.tsx'));

type PaymentsProps = {
  role: Role;
  /** Payout methods: another feature's, given by the page. */
  payoutMethods: (partnerId: string) => ReactNode;
};

/** The money between an organization and its partners, as either sees it. A payment in the address is open. */
export function Payments({ role, payoutMethods }: PaymentsProps) {
  const id = useAddress().get('payment');
  if (id) return <PaymentPage key={id} id={id} />;
  return role === 'organization' ? (
    <OrganizationPayments />
  ) : (
    <PartnerPayments payoutMethods={payoutMethods} />
  );
}
