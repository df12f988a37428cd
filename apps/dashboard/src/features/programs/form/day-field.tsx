import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { DateInput, type DateInputProps } from '@mantine/dates';

type DayFieldProps = Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** `2026-08-21`; empty without a day. */
  value?: string;
  onChange?: (day: string) => void;
};

/** A day, typed as 21.08.2026 or chosen from a calendar. */
export const DayField = ({ value = '', onChange, ...props }: DayFieldProps) => (
  <DateInput
    locale="ru"
    valueFormat="DD.MM.YYYY"
    placeholder="дд.мм.гггг"
    clearable
    clearButtonProps={{ 'aria-label': 'Очистить' }}
    ariaLabels={{ previousMonth: 'Предыдущий месяц', nextMonth: 'Следующий месяц' }}
    {...props}
    value={value || null}
    onChange={(day) => onChange?.(day ?? '')}
  />
);
