import type { DateFormatter } from '@mantine/dates';
import { formatDate } from './date.ts';

/** «1 ноя 2026 – 21 ноя 2026» in the field of a calendar, as days read everywhere else. */
export const pickedDays: DateFormatter = ({ date }) =>
  [date]
    .flat()
    .filter((day) => day !== null)
    .map((day) => formatDate(String(day).slice(0, 10)))
    .join(' – ');
