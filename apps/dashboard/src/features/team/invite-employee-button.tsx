import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { EMPLOYEE_DRAFT_KEY } from './draft.ts';

const InviteDialog = lazy(() => import('./dialogs/invite-dialog.tsx'));

/** Button that opens the team invitation dialog. */
export function InviteEmployeeButton() {
  const dialog = useDraftDialog(EMPLOYEE_DRAFT_KEY);
  return (
    <>
      <Button onClick={dialog.open}>Пригласить сотрудника</Button>
      <Suspense fallback={null}>{dialog.isOpen && <InviteDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}
