import { Text, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import type { Payment } from '@referral-dashboard/api-contract';
import { dayAt } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { pickedDays } from '../../../shared/format/picked-days.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { calendar } from '../../../shared/ui/form/calendar.ts';
import { useMarkPaid } from './use-mark-paid.ts';

type MarkPaidProps = {
  payment: Payment;
  onDone: () => void;
  onRefused: (error: Error) => void;
  onClose: () => void;
};

/** The transfer was made: when, and under which number. */
export default function MarkPaid({ payment, onDone, onRefused, onClose }: MarkPaidProps) {
  const { form, submit, forget, failure, isSending } = useMarkPaid(payment, onDone, onRefused);
  return (
    <FormDialog
      title="Отметить выплаченной"
      verb="Отметить выплаченной"
      isSending={isSending}
      isHeld
      failure={failure}
      onSend={submit}
      onClose={() => {
        forget();
        onClose();
      }}
    >
      <Text>
        {payment.partner.name}, {formatMoney(payment.amount_kop)}. После отметки выплату уже не изменить.
      </Text>
      <DatePickerInput
        label="Дата перевода"
        {...calendar}
        valueFormatter={pickedDays}
        maxDate={dayAt(Date.now())}
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
    </FormDialog>
  );
}
