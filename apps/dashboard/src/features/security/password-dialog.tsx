import { PasswordInput } from '@mantine/core';
import { PASSWORD_RULE } from '../../shared/password-rule.ts';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { usePasswordForm } from './use-password-form.ts';

/** A new password, for who knows the old one. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, submit, failure, isSending } = usePasswordForm(onClose);
  return (
    <FormDialog
      title="Сменить пароль"
      label="Сменить пароль"
      verb="Сменить"
      isSending={isSending}
      isHeld
      failure={failure}
      onSend={submit}
      onClose={onClose}
    >
      <PasswordInput
        label="Текущий пароль"
        autoComplete="current-password"
        data-autofocus
        // Mantine says it of every other field by itself.
        aria-invalid={form.errors['current_password'] !== undefined}
        {...form.getInputProps('current_password')}
      />
      <PasswordInput
        label="Новый пароль"
        description={`${PASSWORD_RULE}. Во всех других браузерах вы выйдете из профиля`}
        autoComplete="new-password"
        // Mantine says it of every other field by itself.
        aria-invalid={form.errors['new_password'] !== undefined}
        {...form.getInputProps('new_password')}
      />
    </FormDialog>
  );
}
