import { type Role, waitingSaleRoutes } from '@referral-dashboard/api-contract';
import { type ComponentProps, lazy, Suspense, useMemo } from 'react';
import { ImportLink } from '@/entities/import/import-link.tsx';
import { CLIENTS_TITLES, getLeadViews } from '@/entities/lead/views.ts';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { List } from '@/shared/list/list.tsx';
import { MainButton } from '@/shared/list/panel/main-button.tsx';
import { PageSpinner } from '@/shared/ui/feedback/page-spinner.tsx';
import { IconPlus } from '@/shared/ui/icons.ts';
import { BULK_DRAFT_KEY } from './client.ts';
import { getClientList } from './client-list.tsx';
import { WaitingButton } from './waiting/waiting-button.tsx';

const loadPanel = () => import('./panel/client-panel.tsx');
const ClientPanel = lazy(loadPanel);
const BulkDialog = lazy(() => import('./sale/bulk/bulk-dialog.tsx'));

const ClientPanelWithSpinner = (props: ComponentProps<typeof ClientPanel>) => (
  <Suspense fallback={<PageSpinner />}>
    <ClientPanel {...props} />
  </Suspense>
);

/** Clients of an organization, or clients that are attached to a partner. A view of the leads page. */
export default function Clients({ role }: { role: Role }) {
  const definition = useMemo(() => getClientList(role), [role]);
  const views = useMemo(() => getLeadViews(role), [role]);
  const bulk = useDraftDialog(BULK_DRAFT_KEY);
  const hasWaiting = useIsPermitted('waitingSaleCount');
  const { isPending } = useApiQuery(waitingSaleRoutes.waitingSaleCount, {}, { enabled: hasWaiting });
  // The button of waiting sales stands above the list, which would move when it appears.
  if (hasWaiting && isPending) return <PageSpinner />;
  return (
    <>
      <List
        key="clients"
        definition={definition}
        subject={CLIENTS_TITLES[role]}
        views={views}
        panel={ClientPanelWithSpinner}
        onRows={loadPanel}
        {...(role === 'organization' && {
          header: (
            <PermissionGate call="waitingSaleCount">
              <WaitingButton />
            </PermissionGate>
          ),
          actions: (
            <>
              <ImportLink kind="clients" call="createSales" />
              <PermissionGate call="createSales">
                <MainButton
                  onClick={bulk.open}
                  leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                >
                  Добавить продажи
                </MainButton>
              </PermissionGate>
            </>
          ),
        })}
      />
      <Suspense fallback={null}>{bulk.isOpen && <BulkDialog onClose={bulk.close} />}</Suspense>
    </>
  );
}
