import { SecretDialog } from '@/features/developers/dialogs/secret-dialog.tsx';

/** Shows the secret of a webhook once. */
export const WebhookSecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog title="Секрет вебхука" secret={secret} onClose={onClose}>
    Скопируйте секрет сейчас, больше он не появится. Им программа проверяет, что запрос пришел от нас.
  </SecretDialog>
);
