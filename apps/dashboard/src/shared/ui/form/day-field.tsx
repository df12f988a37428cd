import { DateInput, type DateInputProps } from '@mantine/dates';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { calendar } from './calendar.ts';

dayjs.extend(customParseFormat);

const FORMAT = 'DD.MM.YYYY';

type DayFieldProps = Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** `2026-08-21`; empty without a day. */
  value?: string;
  onChange?: (day: string) => void;
};

/** `2026-08-21` of 21.08.2026; a day that is not whole yet, or that no month has, is none. */
function parsed(text: string): string | null {
  const day = dayjs(text, FORMAT, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : null;
}

/** A day, typed as 21.08.2026 or chosen from a calendar. */
export const DayField = ({ value = '', onChange, ...props }: DayFieldProps) => (
  <DateInput
    {...calendar}
    valueFormat={FORMAT}
    dateParser={parsed}
    placeholder="дд.мм.гггг"
    clearable
    clearButtonProps={{ 'aria-label': 'Очистить' }}
    {...props}
    value={value || null}
    onChange={(day) => onChange?.(day ?? '')}
  />
);
