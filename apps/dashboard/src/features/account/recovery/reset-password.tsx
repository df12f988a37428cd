import { Button, Stack, Text } from '@mantine/core';
import type { Recovery } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { readText, useNativeForm } from '@/shared/form/use-native-form.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { MISSING_PASSWORD, PASSWORD_RULE } from '@/shared/password-rule.ts';
import { paths } from '@/shared/paths.ts';
import { SecretLink } from '@/shared/secret-link/secret-link.tsx';
import { useSessionCall } from '@/shared/secret-link/use-session-call.ts';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';

const CHECK = '/api/public/recovery/check/';
const ACCEPT = '/api/public/recovery/accept/';

type ResetPasswordProps = { token: string; onSignIn: () => void };

/** Sets a new password by a recovery link. */
export const ResetPassword = ({ token, onSignIn }: ResetPasswordProps) => (
  <SecretLink<Recovery>
    url={CHECK}
    token={token}
    failureTitle="Ссылка не открылась"
    expiredTitle="По этой ссылке пароль не изменить"
    expiredActions={
      <>
        <Button h={44} fullWidth component={Link} to={paths.forgot}>
          Получить новую ссылку
        </Button>
        <Button h={44} fullWidth variant="default" component={Link} to={paths.login}>
          Войти
        </Button>
      </>
    }
  >
    {(recovery) => <NewPassword recovery={recovery} token={token} onSignIn={onSignIn} />}
  </SecretLink>
);

function NewPassword({ recovery, token, onSignIn }: ResetPasswordProps & { recovery: Recovery }) {
  const { formatMoment } = useDates();
  const { openSession, describe } = useSessionCall(ACCEPT, 'Пароль изменен, но войти не удалось');
  const { submit, errors, failure, isSending, clearError } = useNativeForm({
    fields: ['password'],
    read: (data) => readText(data, 'password'),
    validate: (password) => (password === '' ? { password: MISSING_PASSWORD } : {}),
    failureTitle: 'Пароль не изменен',
    send: async (password) => {
      await openSession({ token, password });
      onSignIn();
    },
    describe,
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Смена пароля">
      <Stack gap="md">
        <Text>
          Для входа с телефоном {recovery.phone}. Все прежние входы завершатся. Ссылка действует до{' '}
          {formatMoment(recovery.expires_at)}.
        </Text>
        <PasswordField
          name="password"
          label="Новый пароль"
          description={PASSWORD_RULE}
          size="md"
          autoComplete="new-password"
          error={errors.password}
          onChange={() => clearError('password')}
        />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isSending} aria-busy={isSending}>
          Сохранить и войти
        </Button>
      </Stack>
    </form>
  );
}
