import { type Webhook, webhookRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getChangedValues } from '@/shared/form/changes.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { EventsField, OwnPasswordField, UrlField } from './webhook-fields.tsx';

/** Form for the address and the events of a webhook. A new address needs the password. */
export default function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, events } = webhook;
  const { mutateAsync } = useApiMutation(webhookRoutes.updateWebhook, [webhookRoutes.webhooks]);
  const { form, submit, failure, isSending } = useContractForm({
    schema: webhookRoutes.updateWebhook.body,
    saved: { url, events, password: '' },
    toBody: (values, saved) => getChangedValues(saved, values),
    messages: { events: 'Выберите хотя бы одно событие', password: 'Введите свой пароль' },
    failureTitle: 'Вебхук не сохранен',
    send: async (body) => {
      const saved = await mutateAsync({ params: { id }, body });
      void toast.success({ title: 'Вебхук сохранен', description: saved.url });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Вебхук"
      label="Вебхук"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <UrlField data-autofocus {...form.getInputProps('url')} />
      <EventsField {...form.getInputProps('events')} />
      {form.values.url.trim() !== url && (
        <OwnPasswordField
          description="Пароль от этого кабинета: без него адрес не изменить"
          {...form.getInputProps('password')}
        />
      )}
    </FormDialog>
  );
}
