import { Text } from '@mantine/core';
import type { Invitation } from '@referral-dashboard/api-contract';
import { POSITION_LABELS } from '@referral-dashboard/api-contract/position-labels';
import { useDates } from '@/shared/format/use-dates.ts';
import classes from './invitation.module.css';

/** Facts of an invitation: inviter, invitee and expiry. */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { formatMoment } = useDates();
  return (
    <>
      <Text size="md">
        <span className={classes['organization']}>{invitation.organization}</span>{' '}
        {invitation.kind === 'employee' ? 'приглашает вас в команду.' : 'приглашает вас стать партнером.'}
      </Text>
      <dl className={classes['facts']}>
        {/* Users without a name are shown by phone. */}
        {invitation.name !== invitation.phone && (
          <>
            <dt>Кого</dt>
            <dd>{invitation.name}</dd>
          </>
        )}
        {invitation.position && (
          <>
            <dt>Должность</dt>
            <dd>{POSITION_LABELS[invitation.position]}</dd>
          </>
        )}
        <dt>Телефон</dt>
        <dd>{invitation.phone}</dd>
        <dt>Действует до</dt>
        <dd>{formatMoment(invitation.expires_at)}</dd>
      </dl>
    </>
  );
}
