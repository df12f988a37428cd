import { useNavigate, useParams } from 'react-router-dom';
import { ApplicationStatus } from '@/features/account/join/application-status.tsx';
import { paths } from '@/shared/paths.ts';
import { PublicFrame } from '@/shared/ui/page/public-frame.tsx';

/** Status page of an application, opened by its secret link. */
export default function ApplicationPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <PublicFrame title="Заявка партнера" supportText="Что-то не получается? Напишите нам">
      {/* The URL contains a secret, and the page may be served by a host with a different referrer policy. */}
      <meta name="referrer" content="no-referrer" />
      <ApplicationStatus
        key={token}
        token={token}
        onSignIn={() => void navigate(paths.home, { replace: true })}
      />
    </PublicFrame>
  );
}
