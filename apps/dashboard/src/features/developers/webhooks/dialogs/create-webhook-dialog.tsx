import { type WebhookEvent, webhookRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { WEBHOOK_DRAFT } from '@/features/developers/draft.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { EventsField, OwnPasswordField, UrlField } from './webhook-fields.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

const EMPTY_VALUES = { url: '', events: [] as WebhookEvent[], password: '' };

/** Form for a new webhook; afterwards shows its secret once. */
export default function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret === null ? (
    <WebhookForm onCreated={setSecret} onClose={onClose} />
  ) : (
    <WebhookSecretDialog secret={secret} onClose={onClose} />
  );
}

type WebhookFormProps = { onCreated: (secret: string) => void; onClose: () => void };

function WebhookForm({ onCreated, onClose }: WebhookFormProps) {
  const { mutateAsync } = useApiMutation(webhookRoutes.createWebhook, [webhookRoutes.webhooks]);
  const { form, submit, failure, isSending, discardDraft } = useContractForm({
    schema: webhookRoutes.createWebhook.body,
    saved: EMPTY_VALUES,
    messages: { events: 'Выберите хотя бы одно событие', password: 'Введите свой пароль' },
    draft: WEBHOOK_DRAFT,
    secretFields: ['password'],
    failureTitle: 'Вебхук не добавлен',
    send: async (body) => {
      const { secret } = await mutateAsync({ body });
      discardDraft();
      onCreated(secret);
    },
  });
  return (
    <FormDialog
      title="Новый вебхук"
      label="Новый вебхук"
      submitLabel="Добавить вебхук"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <UrlField data-autofocus {...form.getInputProps('url')} />
      <EventsField {...form.getInputProps('events')} />
      <OwnPasswordField
        description="Пароль от этого кабинета: без него вебхук не добавить"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
