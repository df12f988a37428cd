import { Button, CopyButton, Group, Image, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Link, partnerRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { IconCheck, IconCopy, IconQrcode } from '@/shared/ui/icons.ts';
import classes from './program-link.module.css';

const RenameLinkDialog = lazy(() => import('@/entities/link/rename-link-dialog.tsx'));

type ProgramLinkProps = { link: Link; isFirst: boolean };

export function ProgramLink({ link, isFirst }: ProgramLinkProps) {
  const { id, code, path, label, active, clicks, leads } = link;
  const [isRenaming, renameDialog] = useDisclosure(false);
  const [isQrShown, { toggle }] = useDisclosure(false);
  const qr = useApiQuery(partnerRoutes.linkQr, { params: { id } }, { enabled: isQrShown });
  const url = window.location.origin + path;
  return (
    <div>
      <Group wrap="nowrap" align="start" justify="space-between" gap="xs">
        <Text className={classes['address']}>
          <BreakableText>{url.replace(/^https?:\/\//, '')}</BreakableText>
        </Text>
        <MoreMenu label={`Действия со ссылкой ${code}`} isQuiet>
          <Menu.Item onClick={renameDialog.open}>Переименовать</Menu.Item>
        </MoreMenu>
      </Group>
      <Text c="dimmed">
        {[
          label,
          formatCount(clicks, ['переход', 'перехода', 'переходов']),
          formatCount(leads, ['лид', 'лида', 'лидов']),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {!active && <Text>Организация отключила эту ссылку: заявки по ней не принимаются</Text>}
      <Group gap="xs" mt="xs">
        <CopyButton value={url} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              variant={isFirst ? 'filled' : 'default'}
              onClick={copy}
              miw={160}
              leftSection={
                copied ? (
                  <IconCheck size={16} stroke={1.75} aria-hidden />
                ) : (
                  <IconCopy size={16} stroke={1.75} aria-hidden />
                )
              }
            >
              {copied ? 'Скопировано' : 'Скопировать'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          aria-expanded={isQrShown}
          onClick={toggle}
          leftSection={<IconQrcode size={16} stroke={1.75} aria-hidden />}
        >
          QR-код
        </Button>
      </Group>
      {isQrShown && (
        <div className={classes['qr']}>
          {qr.data && (
            <Image
              src={`data:image/svg+xml,${encodeURIComponent(qr.data)}`}
              alt={`QR-код ссылки ${code}`}
              w={200}
              h={200}
            />
          )}
          {qr.isError && <Text>Код не загрузился. Закройте его и откройте снова</Text>}
        </div>
      )}
      <Suspense fallback={null}>
        {isRenaming && <RenameLinkDialog link={link} onClose={renameDialog.close} />}
      </Suspense>
    </div>
  );
}
