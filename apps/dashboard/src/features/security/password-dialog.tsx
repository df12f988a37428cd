import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Alert, Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { usePasswordForm } from './use-password-form.ts';

/** A new password, for who knows the old one. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, send, failure, isSending } = usePasswordForm(onClose);
  return (
    <Modal opened onClose={onClose} title="Сменить пароль" centered styles={{ title: { fontWeight: 600 } }}>
      <form onSubmit={send} noValidate aria-label="Сменить пароль">
        <Stack gap="md">
          <PasswordInput
            label="Текущий пароль"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="Новый пароль"
            description="Не короче 8 символов. В остальных браузерах вход завершится"
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          {failure && (
            <Alert role="alert" color="red" title={failure.title}>
              {failure.advice}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isSending}>
              Отмена
            </Button>
            <Button type="submit" loading={isSending}>
              Сменить
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
