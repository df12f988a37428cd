import { Alert } from '@mantine/core';
import type { useSignOutReason } from '@/shared/sign-out-reason.ts';

type Reason = Exclude<ReturnType<typeof useSignOutReason>, 'logout' | null>;

const NOTICES: Record<Reason, { title: string; advice: string }> = {
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

/** Reason of the last sign-out and advice. */
export default function SignOutMessage({ reason }: { reason: Reason }) {
  const { title, advice } = NOTICES[reason];
  return (
    <Alert role="status" color="amber" title={title} mb="md">
      {advice}
    </Alert>
  );
}
