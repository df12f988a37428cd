import type { Role } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode } from 'react';
import { useAddress } from '@/shared/list/use-address.ts';
import { OrganizationPayments } from './organization-payments.tsx';

const PaymentPage = lazy(() => import('@/features/payments/page/payment-page.tsx'));
const RegistryPage = lazy(() => import('@/features/registries/registry-page.tsx'));
const StatementPage = lazy(() => import('@/features/bank-statements/statement-page.tsx'));
const ActPage = lazy(() => import('@/features/acts/act-page.tsx'));
const PartnerPayments = lazy(() => import('./partner-payments.tsx'));

type PaymentsProps = {
  role: Role;
  /** Renders the payout methods of a partner. */
  payoutMethods: (partnerId: string) => ReactNode;
};

/** Payments section of both roles. A payment, act, registry or bank statement id in the URL opens its page. */
export function Payments({ role, payoutMethods }: PaymentsProps) {
  const { get } = useAddress();
  const [payment, registry, statement] = [get('payment'), get('registry'), get('statement')];
  if (payment) return <PaymentPage key={payment} id={payment} />;
  const act = get('act');
  if (act) return <ActPage key={act} id={act} />;
  if (statement && role === 'organization') return <StatementPage key={statement} id={statement} />;
  if (registry && role === 'organization') return <RegistryPage key={registry} id={registry} />;
  return role === 'organization' ? (
    <OrganizationPayments />
  ) : (
    <PartnerPayments payoutMethods={payoutMethods} />
  );
}
