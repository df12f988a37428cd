import '@mantine/dates/styles.layer.css';
import { TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import type { UseFormReturnType } from '@mantine/form';
import { formatPickedDays } from '@/shared/format/format-picked-days.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { calendar } from '@/shared/ui/form/calendar.ts';
import { ClosedMonthHint } from './closed-month-hint.tsx';
import type { TransferValues } from './transfer-values.ts';

type TransferFieldsProps = { form: UseFormReturnType<TransferValues>; numberHint: string };

export function TransferFields({ form, numberHint }: TransferFieldsProps) {
  const { dayAt } = useDates();
  return (
    <>
      <DatePickerInput
        label="Дата перевода"
        {...calendar}
        valueFormatter={formatPickedDays}
        maxDate={dayAt(Date.now())}
        {...form.getInputProps('paid_on')}
      />
      <ClosedMonthHint day={form.getValues().paid_on} counted="выплату" />
      <TextInput
        label="Номер перевода"
        description={numberHint}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('external_ref')}
      />
    </>
  );
}
