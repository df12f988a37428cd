import { Anchor, Button, Group, Text } from '@mantine/core';
import { type Attachment, type Client, describeReward } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { formatAttachmentTerm } from '@/entities/lead/attachment-term.ts';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { formatDate } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { isOpenAttachment } from '../client.ts';
import classes from '../clients.module.css';
import { getTransferDraftKey } from '../transfer/use-transfer-client-form.ts';

const TransferClientDialog = lazy(() => import('../transfer/transfer-client-dialog.tsx'));

const CAUSE_LABELS = {
  lead: 'по лиду',
  manual: 'вручную',
  transfer: 'после передачи',
  import: 'при импорте',
} as const satisfies Record<Attachment['cause'], string>;

type AttachmentProps = { client: Client; attachment: Attachment };

// The dialog stays when a colleague closes the attachment meanwhile, so that it shows the refusal.

function TransferButton({ client, attachment }: AttachmentProps) {
  const { isOpen, open, close } = useDraftDialog(getTransferDraftKey(attachment));
  return (
    <>
      {isOpenAttachment(attachment) && (
        <Button size="compact-sm" h={32} flex="none" variant="subtle" onClick={open}>
          Передать другому
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen && <TransferClientDialog client={client} attachment={attachment} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Partner and program of an attachment, with its term and the lead that caused it. */
function AttachmentRow({ client, attachment }: AttachmentProps) {
  const { dayAt, formatDay } = useDates();
  const { partner, program, lead, cause, starts_at, ends_at, closed_at, close_reason } = attachment;
  const { reward, reward_event } = attachment;
  const term =
    closed_at === null
      ? formatAttachmentTerm(ends_at, dayAt(Date.now()))
      : `закрепление закрыто ${formatDay(closed_at)}`;
  return (
    <div>
      <Group gap="xs" justify="space-between" wrap="nowrap" mih={32}>
        <Anchor component={Link} to={generatePath(paths.partner, { id: partner.id })}>
          {partner.name}
        </Anchor>
        <PermissionGate call="transferClient">
          <TransferButton client={client} attachment={attachment} />
        </PermissionGate>
      </Group>
      <Anchor
        component={Link}
        to={generatePath(paths.program, { id: program.id })}
        display="inline-block"
        py={2}
      >
        {program.name}
      </Anchor>
      <Text c="dimmed">
        {`С ${formatDate(starts_at)} ${CAUSE_LABELS[cause]}`}
        {lead && (
          <>
            {' '}
            <Anchor component={Link} to={createLocation(paths.leads, { id: lead.id })}>
              {lead.number}
            </Anchor>
          </>
        )}
        {`, ${term}`}
      </Text>
      {reward && reward_event && <Text>{describeReward(reward, reward_event)}</Text>}
      {close_reason && <Text className={classes['pre']}>Причина: {close_reason}</Text>}
    </div>
  );
}

/** Number of former attachments that are shown at first. */
const MAX_FORMER = 2;

/** Present and former partners of a client. */
export function ClientAttachments({ client }: { client: Client }) {
  const [isExpanded, setExpanded] = useState(false);
  const { attachments } = client;
  const openCount = attachments.filter(isOpenAttachment).length;
  const shown = isExpanded ? attachments : attachments.slice(0, openCount + MAX_FORMER);
  return (
    <PanelSection label="Закрепление">
      {openCount === 0 && <Text>Клиент ни за кем не закреплен.</Text>}
      <div className={classes['attachments']}>
        {shown.map((attachment) => (
          <AttachmentRow key={attachment.id} client={client} attachment={attachment} />
        ))}
      </div>
      {shown.length < attachments.length && (
        <Button variant="default" onClick={() => setExpanded(true)}>
          {`Показать все: ${attachments.length}`}
        </Button>
      )}
    </PanelSection>
  );
}
