import { useLocation, useNavigate } from 'react-router-dom';
import { LoginForm } from '../../features/login/login-form.tsx';
import { returnTo } from '../../shared/return-to.ts';
import { EntryFrame } from '../../shared/ui/page/entry-frame.tsx';

export default function LoginPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <EntryFrame title="Вход" help="Не получается войти? Напишите нам">
      <LoginForm onSignedIn={() => void navigate(returnTo(state), { replace: true })} />
    </EntryFrame>
  );
}
