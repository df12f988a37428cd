import { Alert, Button, Stack } from '@mantine/core';
import { toast } from '../../shared/ui/toast/toast.ts';
import { useInvitationCalls } from './invitation-calls.ts';
import { InvitationSkeleton } from './invitation-skeleton.tsx';
import { LinkGone } from './link-gone.tsx';
import { OpenInvitation } from './open-invitation.tsx';
import { NOT_OPENED, useInvitation } from './use-invitation.ts';

/** Page of an invitation link. */
export function Invitation({ token, onJoined }: { token: string; onJoined: () => void }) {
  const calls = useInvitationCalls(token);
  const { loaded, reload, end } = useInvitation(calls);
  if (loaded.state === 'loading') return <InvitationSkeleton />;
  if (loaded.state === 'gone') return <LinkGone reason={loaded.reason} />;
  if (loaded.state === 'failed')
    return (
      <Stack gap="md">
        <Alert role="alert" color="red" title={NOT_OPENED}>
          {loaded.advice}
        </Alert>
        <Button h={44} fullWidth onClick={reload}>
          Повторить
        </Button>
      </Stack>
    );
  const { invitation } = loaded;
  return (
    <OpenInvitation
      invitation={invitation}
      calls={calls}
      onGone={end}
      onJoined={() => {
        onJoined();
        void toast.success({
          title: 'Приглашение принято',
          description:
            invitation.kind === 'employee'
              ? `Теперь вы в команде: ${invitation.organization}`
              : `Теперь вы партнер: ${invitation.organization}`,
        });
      }}
    />
  );
}
