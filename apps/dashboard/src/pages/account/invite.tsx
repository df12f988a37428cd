import { useNavigate, useParams } from 'react-router-dom';
import { Invitation } from '@/features/account/invitation/invitation.tsx';
import { paths } from '@/shared/paths.ts';
import { PublicFrame } from '@/shared/ui/page/public-frame.tsx';

export default function InvitePage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <PublicFrame title="Приглашение" supportText="Что-то не получается? Напишите нам">
      {/* The URL signs the user in, and the host of the page may not send a referrer policy. */}
      <meta name="referrer" content="no-referrer" />
      {/* Replaces the history entry, because the link no longer works. */}
      <Invitation key={token} token={token} onJoined={() => void navigate(paths.home, { replace: true })} />
    </PublicFrame>
  );
}
