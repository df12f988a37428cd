import { lazy, Suspense } from 'react';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { Leads } from '../features/leads/leads.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { PageSpinner } from '../shared/ui/feedback/page-spinner.tsx';
import { RoleRequiredNotice } from '../shared/ui/page/role-required-notice.tsx';

const Clients = lazy(() => import('../features/clients/clients.tsx'));

export default function LeadsPage() {
  const role = useRole();
  const { get } = useAddress();
  if (!role) return <RoleRequiredNotice />;
  if (get('view') === CLIENTS_VIEW)
    return (
      <Suspense fallback={<PageSpinner />}>
        <Clients key={role} role={role} />
      </Suspense>
    );
  return <Leads key={role} role={role} />;
}
