import { formatDate } from './date.ts';

/** Formats a date `2026-08-21` as «21 авг», with the year when it differs from that of `today`. */
export function formatShortDate(day: string, today: string): string {
  const text = formatDate(day);
  return day.slice(0, 4) === today.slice(0, 4) ? text.slice(0, -5) : text;
}
