import { Alert, Button, Center, Group, Stack, Text } from '@mantine/core';
import { MESSAGE_CHANNEL_TEXTS, type MessageChannel } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useDates } from '@/shared/format/use-dates.ts';
import { IconQrcode } from '@/shared/ui/icons.ts';
import { CopyLink, ShareLink } from '@/shared/ui/link-buttons.tsx';
import classes from './one-time-link.module.css';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const QR_SIZE = 200;

/** A one-time link for one person. The API returns it only once. */
export type Link = { url: string; qr: string; expires_at: string; sent_by?: readonly MessageChannel[] };

/** Shows a one-time link with its actions. The link cannot be shown again later. */
export function OneTimeLink({ link: { url, qr, expires_at, sent_by = [] } }: { link: Link }) {
  const { formatMoment } = useDates();
  const [isQrOpen, setQrOpen] = useState(false);
  return (
    <Stack gap="md">
      <div className={classes['address']}>{url}</div>
      <Group gap="xs">
        <CopyLink url={url} label="Скопировать ссылку" width={212} />
        <Button
          variant="default"
          aria-expanded={isQrOpen}
          leftSection={<IconQrcode {...iconProps} />}
          onClick={() => setQrOpen(!isQrOpen)}
        >
          QR-код
        </Button>
        <ShareLink url={url} />
      </Group>
      {isQrOpen && (
        <Center className={classes['picture']}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
            alt="QR-код ссылки"
            width={QR_SIZE}
            height={QR_SIZE}
          />
        </Center>
      )}
      {sent_by.length > 0 && (
        <Text>
          Мы отправили ее и сами: {sent_by.map((channel) => MESSAGE_CHANNEL_TEXTS[channel].sentBy).join(', ')}
          .
        </Text>
      )}
      <Alert color="amber" title="Ссылка показана один раз">
        Скопируйте или отправьте ее сейчас: потом можно будет только создать новую. Ссылка действует до{' '}
        {formatMoment(expires_at)} и подходит для одного входа.
      </Alert>
    </Stack>
  );
}
