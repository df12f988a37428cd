import { Alert } from '@mantine/core';
import { useSignOutReason } from '../../shared/sign-out-reason.ts';

type Reason = NonNullable<ReturnType<typeof useSignOutReason>>;

const NOTICES: Record<Reason, { title: string; advice: string } | null> = {
  logout: null,
  ended: {
    title: 'Этот вход завершен',
    advice: 'Вы завершили его на другом устройстве. Войдите снова.',
  },
  password: { title: 'Пароль изменен', advice: 'Войдите с новым паролем.' },
  switched_off: {
    title: 'Вход отключен',
    advice: 'Организация отключила вам вход. Чтобы вернуть его, обратитесь к ее владельцу.',
  },
  reused: {
    title: 'Вход завершен для безопасности',
    advice: 'Данными этого входа могли воспользоваться на другом устройстве. Войдите снова и смените пароль.',
  },
  expired: { title: 'Срок входа истек', advice: 'Войдите снова.' },
  refused: { title: 'Вход завершен', advice: 'Войдите снова.' },
  elsewhere: { title: 'Вы вышли из профиля', advice: 'Это произошло в другой вкладке. Войдите снова.' },
  damaged: { title: 'Вход завершен', advice: 'Данные входа в этом браузере повреждены. Войдите снова.' },
};

/** Reason for which the user has to sign in again. */
export function SignOutNotice() {
  const reason = useSignOutReason();
  const notice = reason && NOTICES[reason];
  if (!notice) return null;
  return (
    <Alert role="status" color="amber" title={notice.title} mb="md">
      {notice.advice}
    </Alert>
  );
}
