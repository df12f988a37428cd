import { lazy, Suspense } from 'react';
import { useRole } from '@/shared/api/use-api.ts';
import { RoleRequiredNotice } from '@/shared/ui/page/role-required-notice.tsx';
import { Payments } from './payments-section.tsx';

// For partners only: an organization sees payout methods on the partner's card.
const PayoutMethods = lazy(async () => ({
  default: (await import('@/features/payout-methods/payout-methods.tsx')).PayoutMethods,
}));

export default function PaymentsPage() {
  const role = useRole();
  if (!role) return <RoleRequiredNotice />;
  const payoutMethods = (id: string) => (
    <Suspense fallback={null}>
      <PayoutMethods partnerId={id} />
    </Suspense>
  );
  return <Payments key={role} role={role} payoutMethods={payoutMethods} />;
}
