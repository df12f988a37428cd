import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Link } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { IconQrcode } from '@/shared/ui/icons.ts';
import { CopyLink, ShareLink } from '@/shared/ui/link-buttons.tsx';
import classes from './link-card.module.css';
import { LinkProgress, ProgramReward } from './program-reward.tsx';

const QrDialog = lazy(() => import('@/entities/link/qr-dialog.tsx'));

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Reward and URL of a link, with buttons to copy, show as a QR code and share. */
export function LinkActions({ link }: { link: Link }) {
  const [isQrOpen, qrDialog] = useDisclosure(false);
  const url = new URL(link.path, window.location.origin).href;
  return (
    <>
      <div>
        <ProgramReward programId={link.program.id} />
        <div className={classes['address']}>
          <BreakableText>{url.replace(/^https?:\/\//, '')}</BreakableText>
        </div>
        <Text c="dimmed">
          {link.program.name} · {formatCount(link.clicks, ['переход', 'перехода', 'переходов'])} ·{' '}
          {formatCount(link.leads, ['лид', 'лида', 'лидов'])}
        </Text>
      </div>
      <Group gap="xs">
        <CopyLink url={url} label="Скопировать" width={152} />
        <Button variant="default" leftSection={<IconQrcode {...iconProps} />} onClick={qrDialog.open}>
          QR-код
        </Button>
        <ShareLink url={url} />
      </Group>
      <LinkProgress programId={link.program.id} />
      <Suspense fallback={null}>{isQrOpen && <QrDialog link={link} onClose={qrDialog.close} />}</Suspense>
    </>
  );
}
