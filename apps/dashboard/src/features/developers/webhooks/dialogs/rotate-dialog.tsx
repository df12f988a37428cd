import { Text } from '@mantine/core';
import { type Webhook, webhookRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

const STALE = [webhookRoutes.webhooks];

/** Asks for confirmation before a new secret is created, and shows it once. */
export default function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { mutate, data, isPending, error } = useApiMutation(webhookRoutes.rotateWebhookSecret, STALE);
  if (data !== undefined) return <WebhookSecretDialog secret={data.secret} onClose={onClose} />;
  return (
    <Confirm
      isOpen
      title="Заменить секрет?"
      confirmLabel="Заменить"
      isBusy={isPending}
      failure={error && explainError(error, 'Секрет не заменен').alert}
      onConfirm={() => mutate({ params: { id: webhook.id } })}
      onClose={onClose}
    >
      <Text fw={600}>{webhook.url}</Text>
      <Text>
        Сутки запросы будут подписаны и прежним, и новым секретом: за это время укажите новый в своей
        программе.
      </Text>
    </Confirm>
  );
}
