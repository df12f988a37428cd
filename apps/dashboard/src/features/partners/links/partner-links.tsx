import { Button, Group, Text, Title } from '@mantine/core';
import type { Link, Partner } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { usePartnerLinks } from '@/entities/link/use-partner-links.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconPlus } from '@/shared/ui/icons.ts';
import { PartnerLink } from './partner-link.tsx';
import classes from './partner-links.module.css';

const CreateLinkDialog = lazy(() => import('./create-link-dialog.tsx'));
const AddToProgramDialog = lazy(() => import('./add-to-program-dialog.tsx'));
const QrDialog = lazy(() => import('@/entities/link/qr-dialog.tsx'));
const RenameLinkDialog = lazy(() => import('@/entities/link/rename-link-dialog.tsx'));

type DialogState = { kind: 'new' | 'program' } | { kind: 'qr' | 'name'; link: Link } | null;

/** Links of a partner in all programs, with buttons to add more. */
export function PartnerLinks({ partner }: { partner: Partner }) {
  const { data, error, refetch } = usePartnerLinks(partner.id);
  const canCreateLink = useIsPermitted('createLink');
  const [dialog, setDialog] = useState<DialogState>(null);
  const links = data?.results ?? [];
  const close = () => setDialog(null);
  return (
    <section aria-labelledby="links">
      <Group justify="space-between" mb="md" gap="xs">
        <Title order={2} id="links">
          Ссылки
        </Title>
        {canCreateLink && partner.status !== 'archived' && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog({ kind: 'program' })}>
              Добавить в программу
            </Button>
            {links.length > 0 && (
              <Button
                variant="default"
                onClick={() => setDialog({ kind: 'new' })}
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              >
                Новая ссылка
              </Button>
            )}
          </Group>
        )}
      </Group>
      {error && !data && (
        <PartProblem error={error} title="Ссылки не загрузились" onRetry={() => void refetch()} />
      )}
      {!error && !data && <TextSkeleton lines={3} />}
      {data && links.length === 0 && (
        <Text c="dimmed">Ссылок пока нет. Добавьте партнера в программу, и он получит первую.</Text>
      )}
      <ul className={classes['links']}>
        {links.map((link) => (
          <PartnerLink
            key={link.id}
            link={link}
            onQr={() => setDialog({ kind: 'qr', link })}
            onRename={() => setDialog({ kind: 'name', link })}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {dialog?.kind === 'new' && <CreateLinkDialog partner={partner} links={links} onClose={close} />}
        {dialog?.kind === 'program' && <AddToProgramDialog partner={partner} onClose={close} />}
        {dialog?.kind === 'qr' && <QrDialog link={dialog.link} onClose={close} />}
        {dialog?.kind === 'name' && <RenameLinkDialog link={dialog.link} onClose={close} />}
      </Suspense>
    </section>
  );
}
