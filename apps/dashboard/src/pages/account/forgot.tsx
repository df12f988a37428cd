import { useNavigate } from 'react-router-dom';
import { ForgottenPassword } from '@/features/account/recovery/forgotten-password.tsx';
import { paths } from '@/shared/paths.ts';
import { PublicFrame } from '@/shared/ui/page/public-frame.tsx';

export default function ForgotPage() {
  const navigate = useNavigate();
  return (
    <PublicFrame title="Забыли пароль?" supportText="Не получается войти? Напишите нам">
      <ForgottenPassword onSignIn={() => void navigate(paths.home, { replace: true })} />
    </PublicFrame>
  );
}
