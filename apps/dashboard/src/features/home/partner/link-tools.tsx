import { Button, CopyButton, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Link } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { countOf } from '../../../shared/format/count.ts';
import { IconCheck, IconCopy, IconQrcode, IconShare2 } from '../../../shared/ui/icons.ts';
import classes from './link-card.module.css';

const QrDialog = lazy(() => import('../../../entities/link/qr-dialog.tsx'));

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A link in large letters, and what one does with it: copies it, shows it, sends it on. */
export function LinkTools({ link }: { link: Link }) {
  const [isQrShown, qr] = useDisclosure(false);
  const address = new URL(link.path, window.location.origin).href;
  return (
    <>
      <div>
        <div className={classes['address']}>{address.replace(/^https?:\/\//, '')}</div>
        <Text c="dimmed">
          {link.program.name} · {countOf(link.clicks, ['переход', 'перехода', 'переходов'])} ·{' '}
          {countOf(link.leads, ['лид', 'лида', 'лидов'])}
        </Text>
      </div>
      <Group gap="xs">
        <CopyButton value={address} timeout={1500}>
          {({ copied, copy }) => (
            <>
              <Button
                miw={152}
                onClick={copy}
                leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
              >
                {copied ? 'Скопировано' : 'Скопировать'}
              </Button>
              <VisuallyHidden role="status">{copied && 'Скопировано'}</VisuallyHidden>
            </>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<IconQrcode {...icon} />} onClick={qr.open}>
          QR-код
        </Button>
        {'share' in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare2 {...icon} />}
            // Somebody who thinks better of it is no failure.
            onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
          >
            Поделиться
          </Button>
        )}
      </Group>
      <Suspense fallback={null}>{isQrShown && <QrDialog link={link} onClose={qr.close} />}</Suspense>
    </>
  );
}
