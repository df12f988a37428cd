import type { DateFormatter } from '@mantine/dates';
import { formatDate } from './date.ts';

/** Formats the dates of a calendar field like all other dates: «1 ноя 2026 – 21 ноя 2026». */
export const formatPickedDays: DateFormatter = ({ date }) =>
  [date]
    .flat()
    .filter((day) => day !== null)
    .map((day) => formatDate(String(day).slice(0, 10)))
    .join(' – ');
