import { ForgottenPassword } from '../features/recovery/forgotten-password.tsx';
import { EntryFrame } from '../shared/ui/page/entry-frame.tsx';

export default function ForgotPage() {
  return (
    <EntryFrame title="Забыли пароль?" help="Не получается войти? Напишите нам">
      <ForgottenPassword />
    </EntryFrame>
  );
}
