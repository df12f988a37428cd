import { DateInput, type DateInputProps } from '@mantine/dates';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useState } from 'react';
import { calendar } from '../calendar.ts';

dayjs.extend(customParseFormat);

const FORMAT = 'DD.MM.YYYY';
const ISO = 'YYYY-MM-DD';
const NO_SUCH_DAY = 'Такого дня нет. Введите его так: 21.08.2026';

type DayFieldProps = Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'maxDate'> & {
  /** `2026-08-21`; empty without a day; what is typed as it is while that is no day. */
  value?: string;
  /** `2026-08-21` */
  maxDate?: string;
  onChange?: (day: string) => void;
};

/** `2026-08-21` of 21.08.2026; a day that is not whole yet, or that no month has, is none. */
function parsed(text: string): string | null {
  const day = dayjs(text.trim(), [FORMAT, 'D.M.YYYY'], true);
  return day.isValid() ? day.format(ISO) : null;
}

/** Predicate: a value of the field is a day, neither empty nor a text that is none. */
export const isDay = (value: string) => dayjs(value, ISO, true).isValid();

/** A day, typed as 21.08.2026 or chosen from a calendar. A text that is no day stays, with what is wrong once the field is left. */
export function DayField({ value = '', maxDate, error, onChange, onBlur, ...props }: DayFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const isWrong = value !== '' && !isDay(value);
  const isTooLate = (day: string | null) => day !== null && maxDate !== undefined && day > maxDate;
  const problem = isTooLate(parsed(value)) ? `Не позже ${dayjs(maxDate).format(FORMAT)}` : NO_SUCH_DAY;
  return (
    <DateInput
      {...calendar}
      valueFormat={FORMAT}
      dateParser={parsed}
      placeholder="дд.мм.гггг"
      clearable
      clearButtonProps={{ 'aria-label': 'Очистить' }}
      {...props}
      {...(maxDate !== undefined && { maxDate })}
      error={isWrong && (isLeft || error) ? problem : error}
      fixOnBlur={false}
      value={isDay(value) ? value : null}
      onChange={(day) => onChange?.(day ?? '')}
      onInput={({ currentTarget: { value: text } }) => {
        const day = parsed(text);
        if (text.trim() !== '' && (day === null || isTooLate(day))) onChange?.(text);
        else setLeft(false);
      }}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
    />
  );
}
