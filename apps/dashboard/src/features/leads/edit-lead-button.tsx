import { Button } from '@mantine/core';
import type { Lead } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';

const EditLead = lazy(() => import('./edit-lead.tsx'));

export function EditLeadButton({ lead }: { lead: Lead }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        Изменить
      </Button>
      <Suspense fallback={null}>{isOpen && <EditLead lead={lead} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
