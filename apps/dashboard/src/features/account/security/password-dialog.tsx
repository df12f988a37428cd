import { PASSWORD_RULE } from '@/shared/password-rule.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { usePasswordForm } from './use-password-form.ts';

/** Changes the password; asks for the old one. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, submit, failure, isSending } = usePasswordForm(onClose);
  return (
    <FormDialog
      title="Сменить пароль"
      label="Сменить пароль"
      submitLabel="Сменить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordField
        label="Текущий пароль"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('current_password')}
      />
      <PasswordField
        label="Новый пароль"
        description={`${PASSWORD_RULE}. Во всех других браузерах вы выйдете из профиля`}
        autoComplete="new-password"
        {...form.getInputProps('new_password')}
      />
    </FormDialog>
  );
}
