import { useNavigate, useParams } from 'react-router-dom';
import { ApplicationStatus } from '../../features/join/application-status.tsx';
import { paths } from '../../shared/paths.ts';
import { EntryFrame } from '../../shared/ui/page/entry-frame.tsx';

/** The page of an application, behind the link that its sender was given. */
export default function ApplicationPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <EntryFrame title="Заявка партнера" help="Что-то не получается? Напишите нам">
      {/* The address holds a secret, and the server of the page may send another policy. */}
      <meta name="referrer" content="no-referrer" />
      <ApplicationStatus
        key={token}
        token={token}
        onEntered={() => void navigate(paths.home, { replace: true })}
      />
    </EntryFrame>
  );
}
