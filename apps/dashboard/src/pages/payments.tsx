import { Payments } from '../features/payments/payments.tsx';
import { PayoutMethods } from '../features/payout-methods/payout-methods.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NeedsRole } from '../shared/ui/needs-role.tsx';

export default function PaymentsPage() {
  const role = useRole();
  if (!role) return <NeedsRole />;
  return <Payments key={role} role={role} payoutMethods={(id) => <PayoutMethods partnerId={id} />} />;
}
