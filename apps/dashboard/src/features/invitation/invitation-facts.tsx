import { Text } from '@mantine/core';
import type { Invitation } from '@referral-dashboard/api-contract';
import { formatMoment } from '../../shared/format/date.ts';
import classes from './invitation.module.css';

/** Facts of an invitation: who invites whom, and until when. */
export const InvitationFacts = ({ invitation }: { invitation: Invitation }) => (
  <>
    <Text size="md">
      <span className={classes['organization']}>{invitation.organization}</span> приглашает вас стать
      партнером.
    </Text>
    <dl className={classes['facts']}>
      {/* Somebody without a name is called by the phone. */}
      {invitation.name !== invitation.phone && (
        <>
          <dt>Кого</dt>
          <dd>{invitation.name}</dd>
        </>
      )}
      <dt>Телефон</dt>
      <dd>{invitation.phone}</dd>
      <dt>Действует до</dt>
      <dd>{formatMoment(invitation.expires_at)}</dd>
    </dl>
  </>
);
