import { Text, Textarea, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import type { Payment } from '@referral-dashboard/api-contract';
import { BankEventDialog } from '@/entities/payment/bank/bank-event-dialog.tsx';
import { ClosedMonthHint } from '@/entities/payment/bank/closed-month-hint.tsx';
import { formatPickedDays } from '@/shared/format/format-picked-days.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { calendar } from '@/shared/ui/form/calendar.ts';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';
import { useMarkReturnedForm } from './use-mark-returned-form.ts';

type MarkReturnedDialogProps = {
  payment: Payment;
  onDone: () => void;
  onConflict: (error: Error) => void;
  onClose: () => void;
};

/** Form for the date, number and amount of money that the bank returned. */
export default function MarkReturnedDialog({
  payment,
  onDone,
  onConflict,
  onClose,
}: MarkReturnedDialogProps) {
  const { dayAt } = useDates();
  const contractForm = useMarkReturnedForm(payment, onDone, onConflict);
  const { form } = contractForm;
  const { amount_kop, returned_on } = form.getValues();
  return (
    <BankEventDialog
      title="Банк вернул деньги"
      submitLabel="Записать возврат"
      contractForm={contractForm}
      onClose={onClose}
    >
      <Text>
        {payment.partner.name}, переведено {formatMoney(payment.transferred_kop)}.{' '}
        {describeEffect(payment, amount_kop)}
      </Text>
      <DatePickerInput
        label="Дата возврата"
        {...calendar}
        valueFormatter={formatPickedDays}
        maxDate={dayAt(Date.now())}
        {...form.getInputProps('returned_on')}
      />
      {returnsAll(payment, amount_kop) && <ClosedMonthHint day={returned_on} counted="возврат" />}
      <TextInput
        label="Номер документа"
        description="Номер документа, которым банк вернул деньги"
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('external_ref')}
      />
      <MoneyField label="Сколько вернул банк" {...form.getInputProps('amount_kop')} />
      <Textarea
        label="Причина"
        description={`${VISIBILITY_HINTS.partner}. Можно не заполнять`}
        autosize
        maxLength={1000}
        {...form.getInputProps('reason')}
      />
    </BankEventDialog>
  );
}

/** Whether a paid payment becomes returned. */
const returnsAll = ({ status, transferred_kop }: Payment, amountKop: number | null) =>
  status === 'paid' && (amountKop === null || amountKop >= transferred_kop);

/** Describes the effect of a return of an amount. */
function describeEffect(payment: Payment, amountKop: number | null): string {
  if (payment.status !== 'paid') return 'Возвращенное больше не будет считаться переведенным.';
  return returnsAll(payment, amountKop)
    ? 'Начисления снова станут доступны и войдут в следующую выплату. Если чек уже дан, его нужно аннулировать.'
    : 'Выплата останется выплаченной, а возвращенная часть войдет в следующую.';
}
