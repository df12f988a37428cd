import { Button, Group, Text, Title } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { formatMoment } from '../../../shared/format/date.ts';
import classes from './invitation.module.css';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));
const RevokeDialog = lazy(() => import('./revoke-dialog.tsx'));

/** Pending invitation of a partner: expiry date, and buttons to create or revoke the link. */
export function PartnerInvitation({ partner }: { partner: Partner }) {
  const [asked, setAsked] = useState<'new' | 'end' | null>(null);
  const { invitation, status } = partner;
  // An approved partner can already bring leads, so the invitation is not the next step.
  const isNext = status === 'invited' && !invitation;
  const close = () => setAsked(null);
  return (
    <section aria-labelledby="invitation" className={classes['strip']}>
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
        <Button variant={isNext ? 'filled' : 'default'} onClick={() => setAsked('new')}>
          Создать новую ссылку
        </Button>
        {invitation && (
          <Button variant="subtle" color="red" onClick={() => setAsked('end')}>
            Отозвать
          </Button>
        )}
      </Group>
      <Suspense fallback={null}>
        {asked === 'new' && <InviteDialog partner={partner} onClose={close} />}
        {asked === 'end' && <RevokeDialog partner={partner} onClose={close} />}
      </Suspense>
    </section>
  );
}
