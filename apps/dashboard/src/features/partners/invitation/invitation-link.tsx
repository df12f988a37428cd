import { Alert, Button, CopyButton, Group, Stack, VisuallyHidden } from '@mantine/core';
import type { InvitationLink as Link } from '@referral-dashboard/api-contract';
import { formatMoment } from '../../../shared/format/date.ts';
import { IconCheck, IconCopy, IconShare2 } from '../../../shared/ui/icons.ts';
import classes from './invitation.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** An invitation link on the one screen it is told on, and what one does with it. */
export const InvitationLink = ({ invitation: { url, expires_at } }: { invitation: Link }) => (
  <Stack gap="md">
    <div className={classes['address']}>{url}</div>
    <Group gap="xs">
      <CopyButton value={url} timeout={1500}>
        {({ copied, copy }) => (
          <>
            <Button
              miw={212}
              onClick={copy}
              leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
            >
              {copied ? 'Скопировано' : 'Скопировать ссылку'}
            </Button>
            <VisuallyHidden role="status">{copied && 'Скопировано'}</VisuallyHidden>
          </>
        )}
      </CopyButton>
      {'share' in navigator && (
        <Button
          variant="default"
          leftSection={<IconShare2 {...icon} />}
          // Somebody who thinks better of it is no failure.
          onClick={() => void navigator.share({ url }).catch(() => undefined)}
        >
          Поделиться
        </Button>
      )}
    </Group>
    <Alert color="amber" title="Ссылка показана один раз">
      Скопируйте или отправьте ее сейчас: потом можно будет только создать новую. Ссылка действует до{' '}
      {formatMoment(expires_at)} и подходит для одного входа.
    </Alert>
  </Stack>
);
