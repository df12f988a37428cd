import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import type { ProfileValues } from './use-profile-form.ts';

type EmailFieldProps = {
  form: UseFormReturnType<ProfileValues>;
  saved: string;
  /** `undefined` when the server does not return it. */
  isConfirmed: boolean | undefined;
  /** The server can send a confirmation code. */
  canConfirm: boolean;
  onConfirm: () => void;
};

/** E-mail field with its confirmation status. Asks for the password when the address changes. */
export function EmailField({ form, saved, isConfirmed, canConfirm, onConfirm }: EmailFieldProps) {
  const isChanged = form.values.email.trim() !== saved;
  const isShown = saved !== '' && !isChanged;
  return (
    <Stack gap="xs">
      <TextInput
        label="Электронная почта"
        type="email"
        autoComplete="email"
        {...(isShown && isConfirmed && { description: 'Подтверждена' })}
        {...form.getInputProps('email')}
        key={form.key('email')}
      />
      {isChanged && (
        <PasswordField
          label="Пароль"
          description="Нужен, чтобы изменить почту"
          autoComplete="current-password"
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
      )}
      {isShown && isConfirmed === false && (
        <>
          <Text c="dimmed" size="sm">
            {canConfirm
              ? 'Не подтверждена: на нее не приходят ни уведомления, ни код для нового пароля.'
              : 'Не подтверждена. Подтвердить ее можно будет, когда на сервере подключат почту.'}
          </Text>
          {canConfirm && (
            <Button variant="default" onClick={onConfirm} style={{ alignSelf: 'flex-start' }}>
              Подтвердить почту
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}
