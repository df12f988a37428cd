import type { Role } from '@referral-dashboard/api-contract';
import { type ComponentProps, lazy, Suspense, useMemo } from 'react';
import { ImportLink } from '@/entities/import/import-link.tsx';
import { getLeadViews } from '@/entities/lead/views.ts';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { List } from '@/shared/list/list.tsx';
import { MainButton } from '@/shared/list/panel/main-button.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import type { ListModel } from '@/shared/list/use-list.ts';
import { NEW_PARAM } from '@/shared/paths.ts';
import { PageSpinner } from '@/shared/ui/feedback/page-spinner.tsx';
import { IconPlus } from '@/shared/ui/icons.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { type AnyLead, NEW_LEAD_DRAFT_KEY } from './lead.ts';
import { getLeadList } from './list/lead-list.tsx';
import { BulkTransition } from './transition/bulk/bulk-transition.tsx';

const loadPanel = () => import('./panel/lead-panel.tsx');
const LeadPanel = lazy(loadPanel);
const CreateLeadDialog = lazy(() => import('./form/create-lead-dialog.tsx'));
const LeadBoard = lazy(() => import('./board/lead-board.tsx'));

const LeadPanelWithSpinner = (props: ComponentProps<typeof LeadPanel>) => (
  <Suspense fallback={<PageSpinner />}>
    <LeadPanel {...props} />
  </Suspense>
);

const LeadBoardWithSpinner = ({ list }: { list: ListModel<AnyLead> }) => (
  <Suspense fallback={<PageSpinner />}>
    <LeadBoard list={list} />
  </Suspense>
);

const getCreatedToast = ({ number, status }: AnyLead) =>
  status === 'duplicate'
    ? { title: 'Лид сохранен как дубль', description: `${number}: этот клиент уже приходил раньше` }
    : { title: 'Лид добавлен', description: `${number} ждет первого ответа` };

/** Leads of an organization, or leads that a partner has brought. */
export function Leads({ role }: { role: Role }) {
  const definition = useMemo(() => getLeadList(role), [role]);
  const views = useMemo(() => getLeadViews(role), [role]);
  const canMove = useIsPermitted('bulkMoveLeads');
  const dialog = useDraftDialog(NEW_LEAD_DRAFT_KEY);
  const { get, change } = useAddress();
  // Links from other pages open the form with a URL parameter. Closing removes it, so that Back does not open the form again.
  const isRequested = get(NEW_PARAM) !== '';
  const handleClose = () => {
    dialog.close();
    if (isRequested) change({ [NEW_PARAM]: null }, { replace: true });
  };
  const handleCreated = (lead: AnyLead) => {
    dialog.close();
    change({ id: lead.id, [NEW_PARAM]: null }, { replace: isRequested });
    void toast.success(getCreatedToast(lead));
  };
  return (
    <>
      <List
        definition={definition}
        panel={LeadPanelWithSpinner}
        onRows={loadPanel}
        views={views}
        {...(role === 'organization' && {
          ...(canMove && { bulk: BulkTransition }),
          board: LeadBoardWithSpinner,
        })}
        actions={
          <>
            {role === 'organization' && <ImportLink kind="leads" call="createLead" />}
            <PermissionGate call="createLead">
              <MainButton
                onClick={dialog.open}
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              >
                Добавить лид
              </MainButton>
            </PermissionGate>
          </>
        }
      />
      <Suspense fallback={null}>
        {(dialog.isOpen || isRequested) && (
          <CreateLeadDialog onClose={handleClose} onCreated={handleCreated} />
        )}
      </Suspense>
    </>
  );
}
