import { TextInput } from '@mantine/core';
import { CLIENT_FIELD_LABELS, type Client } from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useEditClientForm } from './use-edit-client-form.ts';

/** Edit form of a client's name and contacts. */
export default function EditClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { form, submit, failure, isSending, close } = useEditClientForm(client, onClose);
  return (
    <FormDialog
      title={`Изменить: ${client.number}`}
      label="Изменить клиента"
      submitLabel="Сохранить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        label={CLIENT_FIELD_LABELS.name}
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={CLIENT_FIELD_LABELS.phone}
        description="По телефону новая сделка найдет этого клиента"
        type="tel"
        placeholder="+7 916 123-45-67"
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
      <TextInput label="Электронная почта" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <TextInput
        label={CLIENT_FIELD_LABELS.inn}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('inn')}
      />
      <TextInput
        label={CLIENT_FIELD_LABELS.external_id}
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('external_id')}
      />
    </FormDialog>
  );
}
