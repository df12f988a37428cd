import { useNavigate, useParams } from 'react-router-dom';
import { FirstOrganization } from '@/features/account/setup/first-organization.tsx';
import { paths } from '@/shared/paths.ts';
import { EntryFrame } from '@/shared/ui/page/entry-frame.tsx';

/** Setup page. A server without users prints its link. */
export default function SetupPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <EntryFrame title="Первый вход" supportText="Что-то не получается? Напишите нам">
      <meta name="referrer" content="no-referrer" />
      <FirstOrganization
        key={token}
        token={token}
        onSignIn={(isCodeSent) => void navigate(paths.home, { replace: true, state: { isCodeSent } })}
      />
    </EntryFrame>
  );
}
