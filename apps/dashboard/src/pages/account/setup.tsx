import { useNavigate, useParams } from 'react-router-dom';
import { FirstOrganization } from '@/features/account/setup/first-organization.tsx';
import { paths } from '@/shared/paths.ts';
import { PublicFrame } from '@/shared/ui/page/public-frame.tsx';

/** Setup page. A server without users prints its link. */
export default function SetupPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <PublicFrame title="Первый вход" supportText="Что-то не получается? Напишите нам">
      <meta name="referrer" content="no-referrer" />
      <FirstOrganization
        key={token}
        token={token}
        onSignIn={(isCodeSent) => void navigate(paths.home, { replace: true, state: { isCodeSent } })}
      />
    </PublicFrame>
  );
}
