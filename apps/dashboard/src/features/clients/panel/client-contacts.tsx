import { Anchor, Button } from '@mantine/core';
import { CLIENT_FIELD_LABELS, type Client } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PhoneLinks } from '@/shared/ui/phone-links.tsx';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { getClientDraftKey } from '../form/use-edit-client-form.ts';

const EditClientDialog = lazy(() => import('../form/edit-client-dialog.tsx'));

function EditClientButton({ client }: { client: Client }) {
  const { isOpen, open, close } = useDraftDialog(getClientDraftKey(client));
  return (
    <>
      <Button size="compact-sm" h={32} variant="subtle" onClick={open}>
        Изменить
      </Button>
      <Suspense fallback={null}>{isOpen && <EditClientDialog client={client} onClose={close} />}</Suspense>
    </>
  );
}

/** Contacts by which a client is found again. */
export function ClientContacts({ client }: { client: Client }) {
  const { formatMoment } = useDates();
  return (
    <PanelSection
      label="Сведения"
      action={
        <PermissionGate call="updateClient">
          <EditClientButton client={client} />
        </PermissionGate>
      }
    >
      <Facts labelWidth={useIsNarrow() ? 104 : 128}>
        <Fact label={CLIENT_FIELD_LABELS.phone}>{client.phone && <PhoneLinks phone={client.phone} />}</Fact>
        <Fact label={CLIENT_FIELD_LABELS.email}>
          {client.email && (
            <>
              <Anchor href={`mailto:${client.email}`}>{client.email}</Anchor>
              <CopyIcon target="почту" text={client.email} />
            </>
          )}
        </Fact>
        <Fact label={CLIENT_FIELD_LABELS.inn}>{client.inn}</Fact>
        <Fact label={CLIENT_FIELD_LABELS.external_id}>{client.external_id}</Fact>
        <Fact label="Появился">{formatMoment(client.created_at)}</Fact>
      </Facts>
    </PanelSection>
  );
}
