import '@mantine/dates/styles.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import type { UseFormReturnType } from '@mantine/form';
import { formatPickedDays } from '@/shared/format/format-picked-days.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { calendar } from '@/shared/ui/form/calendar.ts';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';
import type { ProductSaleValues, SaleValues } from './sale.ts';

type SaleFieldsProps = {
  form: UseFormReturnType<SaleValues>;
  /** Labels of the amount and the date: a refund has other ones than a sale. */
  labels: { amount: string; date: string };
  isAmountFixed?: boolean;
};

/** Product of a sale. Its reward can depend on it. */
export const ProductField = ({ form }: { form: UseFormReturnType<ProductSaleValues> }) => (
  <TextInput
    label="Товар"
    description="Можно не заполнять"
    maxLength={64}
    autoComplete="off"
    {...form.getInputProps('product')}
  />
);

/** Amount, date and comment of a sale or a refund. */
export function SaleFields({ form, labels, isAmountFixed = false }: SaleFieldsProps) {
  const { dayAt } = useDates();
  return (
    <>
      <MoneyField
        label={labels.amount}
        data-autofocus={!isAmountFixed}
        disabled={isAmountFixed}
        {...form.getInputProps('amount_kop')}
      />
      <DatePickerInput
        label={labels.date}
        {...calendar}
        valueFormatter={formatPickedDays}
        maxDate={dayAt(Date.now())}
        {...form.getInputProps('paid_on')}
      />
      <Textarea
        label="Комментарий"
        description={`${VISIBILITY_HINTS.team}. Можно не заполнять`}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('comment')}
      />
    </>
  );
}
