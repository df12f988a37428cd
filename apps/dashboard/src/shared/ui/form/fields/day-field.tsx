import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import dayjs from 'dayjs';
import { useState } from 'react';
import { isDay, parseDay } from '@/shared/format/parse-day.ts';
import { calendar } from '../calendar.ts';

const FORMAT = 'DD.MM.YYYY';
const NO_SUCH_DAY = 'Такого дня нет. Введите его так: 21.08.2026';

type DayFieldProps = Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'maxDate'> & {
  /** `2026-08-21`, an empty string, or the typed text while it is not a valid date. */
  value?: string;
  /** Latest valid date, as `2026-08-21`. */
  maxDate?: string;
  onChange?: (day: string) => void;
};

/**
 * Date field, typed as 21.08.2026 or selected in a calendar. Invalid text is kept; its error is shown on blur. A field with an error that gets the
 * focus shows its calendar only after a click or a key, because the calendar would cover the error.
 */
export function DayField({
  value = '',
  maxDate,
  error,
  onChange,
  onBlur,
  onClick,
  onKeyDown,
  popoverProps,
  ...props
}: DayFieldProps) {
  const [isTouched, setTouched] = useState(false);
  const [isCalendarWanted, setCalendarWanted] = useState(false);
  const isInvalid = value !== '' && !isDay(value);
  const isTooLate = (day: string | null) => day !== null && maxDate !== undefined && day > maxDate;
  const problem = isTooLate(parseDay(value)) ? `Не позже ${dayjs(maxDate).format(FORMAT)}` : NO_SUCH_DAY;
  const shownError = isInvalid && (isTouched || error) ? problem : error;
  return (
    <DateInput
      {...calendar}
      valueFormat={FORMAT}
      dateParser={parseDay}
      placeholder="дд.мм.гггг"
      clearable
      clearButtonProps={{ 'aria-label': 'Очистить' }}
      {...props}
      {...(maxDate !== undefined && { maxDate })}
      error={shownError}
      popoverProps={{ ...popoverProps, ...(shownError && !isCalendarWanted && { disabled: true }) }}
      fixOnBlur={false}
      value={isDay(value) ? value : null}
      onChange={(day) => onChange?.(day ?? '')}
      onClick={(event) => {
        setCalendarWanted(true);
        onClick?.(event);
      }}
      onKeyDown={(event) => {
        // Enter submits the form, and its error must stay visible.
        setCalendarWanted(event.key !== 'Enter');
        onKeyDown?.(event);
      }}
      onInput={({ currentTarget: { value: text } }) => {
        const day = parseDay(text);
        if (text.trim() !== '' && (day === null || isTooLate(day))) onChange?.(text);
        else setTouched(false);
      }}
      onBlur={(event) => {
        setTouched(true);
        setCalendarWanted(false);
        onBlur?.(event);
      }}
    />
  );
}
