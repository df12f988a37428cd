import { useNavigate, useParams } from 'react-router-dom';
import { ResetPassword } from '../../features/recovery/reset-password.tsx';
import { paths } from '../../shared/paths.ts';
import { EntryFrame } from '../../shared/ui/page/entry-frame.tsx';

/** The page behind a link for a new password. */
export default function ResetPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <EntryFrame title="Новый пароль" help="Что-то не получается? Напишите нам">
      <meta name="referrer" content="no-referrer" />
      <ResetPassword
        key={token}
        token={token}
        onEntered={() => void navigate(paths.home, { replace: true })}
      />
    </EntryFrame>
  );
}
