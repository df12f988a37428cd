import { Button } from '@mantine/core';
import type { Lead } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { useDraftDialog } from '../../../shared/drafts/use-draft-dialog.ts';
import { draftOf } from '../lead.ts';

const EditLead = lazy(() => import('./edit-lead.tsx'));

export function EditLeadButton({ lead }: { lead: Lead }) {
  const { isOpen, open, close } = useDraftDialog(draftOf(lead));
  return (
    <>
      <Button size="compact-sm" h={32} variant="subtle" onClick={open}>
        Изменить
      </Button>
      <Suspense fallback={null}>{isOpen && <EditLead lead={lead} onClose={close} />}</Suspense>
    </>
  );
}
