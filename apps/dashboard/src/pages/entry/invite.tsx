import { useNavigate, useParams } from 'react-router-dom';
import { Invitation } from '../../features/invitation/invitation.tsx';
import { paths } from '../../shared/paths.ts';
import { EntryFrame } from '../../shared/ui/page/entry-frame.tsx';

/** The page behind an invitation link. */
export default function InvitePage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <EntryFrame title="Приглашение" help="Что-то не получается? Напишите нам">
      {/* Who serves the page may not say so: its address lets a person in. */}
      <meta name="referrer" content="no-referrer" />
      {/* The link is spent: the way back does not lead to it. */}
      <Invitation key={token} token={token} onJoined={() => void navigate(paths.home, { replace: true })} />
    </EntryFrame>
  );
}
