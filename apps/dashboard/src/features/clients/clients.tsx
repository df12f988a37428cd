import type { Role } from '@referral-dashboard/api-contract';
import { type ComponentProps, lazy, Suspense, useMemo } from 'react';
import { CLIENTS_TITLES, getLeadViews } from '@/entities/lead/views.ts';
import { List } from '@/shared/list/list.tsx';
import { PageSpinner } from '@/shared/ui/feedback/page-spinner.tsx';
import { getClientList } from './client-list.tsx';

const loadPanel = () => import('./panel/client-panel.tsx');
const ClientPanel = lazy(loadPanel);

const ClientPanelWithSpinner = (props: ComponentProps<typeof ClientPanel>) => (
  <Suspense fallback={<PageSpinner />}>
    <ClientPanel {...props} />
  </Suspense>
);

/** Clients of an organization, or clients that are attached to a partner. A view of the leads page. */
export default function Clients({ role }: { role: Role }) {
  const definition = useMemo(() => getClientList(role), [role]);
  const views = useMemo(() => getLeadViews(role), [role]);
  return (
    <List
      key="clients"
      definition={definition}
      subject={CLIENTS_TITLES[role]}
      views={views}
      panel={ClientPanelWithSpinner}
      onRows={loadPanel}
    />
  );
}
