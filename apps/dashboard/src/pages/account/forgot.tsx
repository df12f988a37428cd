import { useNavigate } from 'react-router-dom';
import { ForgottenPassword } from '@/features/account/recovery/forgotten-password.tsx';
import { paths } from '@/shared/paths.ts';
import { EntryFrame } from '@/shared/ui/page/entry-frame.tsx';

export default function ForgotPage() {
  const navigate = useNavigate();
  return (
    <EntryFrame title="Забыли пароль?" supportText="Не получается войти? Напишите нам">
      <ForgottenPassword onSignIn={() => void navigate(paths.home, { replace: true })} />
    </EntryFrame>
  );
}
