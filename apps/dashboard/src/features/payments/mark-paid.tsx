import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import type { Payment } from '@referral-dashboard/api-contract';
import { moscowDay } from '../../shared/format/date.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { useMarkPaid } from './use-mark-paid.ts';

type MarkPaidProps = {
  payment: Payment;
  onDone: () => void;
  onRefused: (error: Error) => void;
  onClose: () => void;
};

/** The transfer was made: when, and under which number. */
export default function MarkPaid({ payment, onDone, onRefused, onClose }: MarkPaidProps) {
  const { form, send, failure, isSending } = useMarkPaid(payment, onDone, onRefused);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Отметить выплаченной"
      centered
      styles={{ title: { fontWeight: 600 } }}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text>
            {payment.partner.name}, {formatMoney(payment.amount_kop)}. После отметки выплату уже не изменить.
          </Text>
          <DatePickerInput
            label="Дата перевода"
            locale="ru"
            valueFormat="D MMM YYYY"
            maxDate={moscowDay(Date.now())}
            {...form.getInputProps('paid_on')}
          />
          <TextInput
            label="Номер перевода"
            description="Номер платежного поручения или операции в банке"
            autoComplete="off"
            maxLength={100}
            data-autofocus
            {...form.getInputProps('external_ref')}
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
              Отметить выплаченной
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
