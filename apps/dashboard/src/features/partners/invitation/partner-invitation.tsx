import { Button, Group, Text, Title } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useDates } from '@/shared/format/use-dates.ts';
import classes from './invitation.module.css';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));
const RevokeDialog = lazy(() => import('./revoke-dialog.tsx'));

/** Pending invitation of a partner: expiry date, and buttons to create or revoke the link. */
export function PartnerInvitation({ partner }: { partner: Partner }) {
  const { formatMoment } = useDates();
  const [dialog, setDialog] = useState<'new' | 'end' | null>(null);
  const { invitation, status } = partner;
  // An approved partner can already bring leads, so the invitation is not the next step.
  const isNextStep = status === 'invited' && !invitation;
  const close = () => setDialog(null);
  return (
    <section aria-labelledby="invitation" className={classes['banner']}>
      <div>
        <Title order={2} id="invitation">
          Приглашение
        </Title>
        <Text c="dimmed">
          {invitation
            ? `Ссылка действует до ${formatMoment(invitation.expires_at)}`
            : 'Действующей ссылки нет. Создайте новую и отправьте партнеру'}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant={isNextStep ? 'filled' : 'default'} onClick={() => setDialog('new')}>
          Создать новую ссылку
        </Button>
        {invitation && (
          <Button variant="subtle" color="red" onClick={() => setDialog('end')}>
            Отозвать
          </Button>
        )}
      </Group>
      <Suspense fallback={null}>
        {dialog === 'new' && <InviteDialog partner={partner} onClose={close} />}
        {dialog === 'end' && <RevokeDialog partner={partner} onClose={close} />}
      </Suspense>
    </section>
  );
}
