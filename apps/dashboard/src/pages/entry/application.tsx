import { useParams } from 'react-router-dom';
import { ApplicationStatus } from '../../features/join/application-status.tsx';
import { EntryFrame } from '../../shared/ui/page/entry-frame.tsx';

/** The page of an application, behind the link that its sender was given. */
export default function ApplicationPage() {
  const { token = '' } = useParams();
  return (
    <EntryFrame title="Заявка партнера" help="Что-то не получается? Напишите нам">
      {/* Who serves the page may not say so: its address tells of a person. */}
      <meta name="referrer" content="no-referrer" />
      <ApplicationStatus key={token} token={token} />
    </EntryFrame>
  );
}
