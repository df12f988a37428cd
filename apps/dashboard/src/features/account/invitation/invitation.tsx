import type { Invitation as Facts } from '@referral-dashboard/api-contract';
import { SecretLinkFailure } from '@/shared/secret-link/secret-link.tsx';
import { useSecretLink } from '@/shared/secret-link/use-secret-link.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ExpiredLink } from './expired-link.tsx';
import { InvitationSkeleton } from './invitation-skeleton.tsx';
import { OpenInvitation } from './open-invitation.tsx';

const FAILURE_TITLE = 'Приглашение не открылось';

/** Page of an invitation link. */
export function Invitation({ token, onJoined }: { token: string; onJoined: () => void }) {
  const { link, reload, expire } = useSecretLink<Facts>(
    '/api/public/invitations/check/',
    token,
    FAILURE_TITLE,
  );
  if (link.state === 'loading') return <InvitationSkeleton />;
  if (link.state === 'gone') return <ExpiredLink reason={link.reason} />;
  if (link.state === 'failed')
    return <SecretLinkFailure title={FAILURE_TITLE} advice={link.advice} onRetry={reload} />;
  const { content: invitation } = link;
  return (
    <OpenInvitation
      invitation={invitation}
      token={token}
      onExpire={expire}
      onJoined={() => {
        onJoined();
        void toast.success({
          title: 'Приглашение принято',
          description:
            invitation.kind === 'employee'
              ? `Теперь вы в команде: ${invitation.organization}`
              : `Теперь вы партнер компании «${invitation.organization}»`,
        });
      }}
    />
  );
}
