import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Link } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { BreakableText } from '../../../shared/format/breakable-text.tsx';
import { formatCount } from '../../../shared/format/count.ts';
import { IconQrcode } from '../../../shared/ui/icons.ts';
import { CopyLink, ShareLink } from '../../../shared/ui/link-buttons.tsx';
import { Brings } from './brings.tsx';
import classes from './link-card.module.css';

const QrDialog = lazy(() => import('../../../entities/link/qr-dialog.tsx'));

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Reward and URL of a link, with buttons to copy, show as a QR code and share. */
export function LinkTools({ link }: { link: Link }) {
  const [isQrShown, qr] = useDisclosure(false);
  const address = new URL(link.path, window.location.origin).href;
  return (
    <>
      <div>
        <Brings programId={link.program.id} />
        <div className={classes['address']}>
          <BreakableText>{address.replace(/^https?:\/\//, '')}</BreakableText>
        </div>
        <Text c="dimmed">
          {link.program.name} · {formatCount(link.clicks, ['переход', 'перехода', 'переходов'])} ·{' '}
          {formatCount(link.leads, ['лид', 'лида', 'лидов'])}
        </Text>
      </div>
      <Group gap="xs">
        <CopyLink url={address} label="Скопировать" width={152} />
        <Button variant="default" leftSection={<IconQrcode {...icon} />} onClick={qr.open}>
          QR-код
        </Button>
        <ShareLink url={address} />
      </Group>
      <Suspense fallback={null}>{isQrShown && <QrDialog link={link} onClose={qr.close} />}</Suspense>
    </>
  );
}
