import { Button, Stack, Text } from '@mantine/core';
import type { Recovery } from '@referral-dashboard/api-contract';
import type { FormEvent } from 'react';
import { SecretLink } from '../../shared/entry/secret-link.tsx';
import { useEntryForm } from '../../shared/entry/use-entry-form.ts';
import { formatMoment } from '../../shared/format/date.ts';
import { PASSWORD_RULE } from '../../shared/password-rule.ts';
import { PasswordField } from '../../shared/ui/form/fields/password-field.tsx';
import { FormError } from '../../shared/ui/form/form-error.tsx';

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
  >
    {(recovery) => <NewPassword recovery={recovery} token={token} onSignIn={onSignIn} />}
  </SecretLink>
);

function NewPassword({ recovery, token, onSignIn }: ResetPasswordProps & { recovery: Recovery }) {
  const { failure, problems, isBusy, signIn, setProblems } = useEntryForm({
    fields: ['password'],
    failureTitle: 'Пароль не изменен',
    signInFailureTitle: 'Пароль изменен, но войти не удалось',
    url: ACCEPT,
    onSignIn,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('password');
    if (!(field instanceof HTMLInputElement)) return;
    if (field.value === '') setProblems({ password: 'Введите пароль' });
    const passwordProblems =
      field.value === '' ? { password: '' } : await signIn({ token, password: field.value });
    if (passwordProblems.password !== undefined) field.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Смена пароля">
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
          error={problems.password}
          onChange={() => setProblems({})}
        />
        <FormError failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isBusy} aria-busy={isBusy}>
          Сохранить и войти
        </Button>
      </Stack>
    </form>
  );
}
