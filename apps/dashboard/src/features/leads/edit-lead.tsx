import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import type { Lead } from '@referral-dashboard/api-contract';
import { MoneyField } from '../../shared/ui/money-field.tsx';
import { useEditLead } from './use-edit-lead.ts';

/** What may be changed of a lead besides its state: its contacts, what it wrote, and the sum of a deal. */
export default function EditLead({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { form, send, failure, isSending } = useEditLead(lead, onClose);
  return (
    <Modal opened onClose={onClose} title={`Изменить: ${lead.number}`} centered>
      <form onSubmit={send} noValidate aria-label="Изменить лид">
        <Stack gap="md">
          <TextInput label="Имя" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label="Электронная почта"
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput label="Компания" autoComplete="off" {...form.getInputProps('company')} />
          <Textarea label="Комментарий" autosize minRows={2} {...form.getInputProps('comment')} />
          {lead.status === 'won' && (
            <MoneyField
              label="Сумма сделки"
              description="Вознаграждение пересчитается"
              {...form.getInputProps('deal_amount_kop')}
            />
          )}
          {failure && (
            <Alert role="alert" color="red" title={failure.title}>
              {failure.advice}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Отмена
            </Button>
            <Button type="submit" loading={isSending}>
              Сохранить
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
