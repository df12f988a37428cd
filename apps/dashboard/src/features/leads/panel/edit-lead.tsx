import { Textarea, TextInput } from '@mantine/core';
import type { Lead } from '@referral-dashboard/api-contract';
import { READERS } from '../../../shared/readers.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '../../../shared/ui/form/fields/money-field.tsx';
import { useEditLead } from './use-edit-lead.ts';

/** Form of a lead's data besides its state: its contacts, its comment, and the sum of a deal. */
export default function EditLead({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { form, submit, failure, isSending } = useEditLead(lead, onClose);
  return (
    <FormDialog
      title={`Изменить: ${lead.number}`}
      label="Изменить лид"
      verb="Сохранить"
      isSending={isSending}
      failure={failure}
      onSend={submit}
      onClose={onClose}
    >
      <TextInput label="Имя" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Электронная почта" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label="Компания" autoComplete="off" {...form.getInputProps('company')} />
      <Textarea
        label="Комментарий"
        description={READERS.team}
        autosize
        minRows={2}
        {...form.getInputProps('comment')}
      />
      {lead.status === 'won' && (
        <MoneyField
          label="Сумма сделки"
          description="Вознаграждение пересчитается"
          {...form.getInputProps('deal_amount_kop')}
        />
      )}
    </FormDialog>
  );
}
