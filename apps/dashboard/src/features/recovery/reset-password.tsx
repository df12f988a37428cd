import { Button, Stack, Text } from '@mantine/core';
import type { Recovery } from '@referral-dashboard/api-contract';
import type { FormEvent } from 'react';
import { SecretLink } from '../../shared/entry/secret-link.tsx';
import { useEntry } from '../../shared/entry/use-entry.ts';
import { formatMoment } from '../../shared/format/date.ts';
import { PASSWORD_RULE } from '../../shared/password-rule.ts';
import { PasswordField } from '../../shared/ui/form/fields/password-field.tsx';
import { FormFailure } from '../../shared/ui/form/form-failure.tsx';

const CHECK = '/api/public/recovery/check/';
const ACCEPT = '/api/public/recovery/accept/';

type ResetPasswordProps = { token: string; onEntered: () => void };

/** Sets a new password by a recovery link. */
export const ResetPassword = ({ token, onEntered }: ResetPasswordProps) => (
  <SecretLink<Recovery>
    url={CHECK}
    token={token}
    failed="Ссылка не открылась"
    gone="По этой ссылке пароль не изменить"
  >
    {(recovery) => <NewPassword recovery={recovery} token={token} onEntered={onEntered} />}
  </SecretLink>
);

function NewPassword({ recovery, token, onEntered }: ResetPasswordProps & { recovery: Recovery }) {
  const { failure, problems, isBusy, enter, point } = useEntry({
    fields: ['password'],
    failed: 'Пароль не изменен',
    spent: 'Пароль изменен, но войти не удалось',
    url: ACCEPT,
    onEntered,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('password');
    if (!(field instanceof HTMLInputElement)) return;
    if (field.value === '') point({ password: 'Введите пароль' });
    const wrong = field.value === '' ? { password: '' } : await enter({ token, password: field.value });
    if (wrong.password !== undefined) field.focus();
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
          onChange={() => point({})}
        />
        <FormFailure failure={failure} />
        <Button type="submit" size="md" h={44} fullWidth loading={isBusy} aria-busy={isBusy}>
          Сохранить и войти
        </Button>
      </Stack>
    </form>
  );
}
