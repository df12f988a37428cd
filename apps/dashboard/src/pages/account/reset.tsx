import { useNavigate, useParams } from 'react-router-dom';
import { ResetPassword } from '@/features/account/recovery/reset-password.tsx';
import { paths } from '@/shared/paths.ts';
import { PublicFrame } from '@/shared/ui/page/public-frame.tsx';

/** Page of a password recovery link. */
export default function ResetPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <PublicFrame title="Новый пароль" supportText="Что-то не получается? Напишите нам">
      <meta name="referrer" content="no-referrer" />
      <ResetPassword
        key={token}
        token={token}
        onSignIn={() => void navigate(paths.home, { replace: true })}
      />
    </PublicFrame>
  );
}
