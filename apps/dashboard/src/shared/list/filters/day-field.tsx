import { DatePickerInput } from '@mantine/dates';
import { formatPickedDays } from '@/shared/format/format-picked-days.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { calendar } from '@/shared/ui/form/calendar.ts';
import type { Filter } from '../definition.ts';
import type { Address } from '../use-address.ts';

type DayFieldProps = { filter: Extract<Filter, { kind: 'day' }>; address: Address };

/** Filter by one day, up to today. */
export function DayField({ filter: { name, label, description }, address }: DayFieldProps) {
  const { dayAt } = useDates();
  return (
    <DatePickerInput
      label={label}
      description={description}
      placeholder="Сейчас"
      {...calendar}
      valueFormatter={formatPickedDays}
      clearable
      clearButtonProps={{ 'aria-label': 'Очистить дату' }}
      popoverProps={{ withinPortal: false, returnFocus: true }}
      maxDate={dayAt(Date.now())}
      value={address.get(name) || null}
      onChange={(day) => address.change({ [name]: day })}
    />
  );
}
