import type { Dates } from '@/shared/format/date.ts';

const DAY_MS = 86_400_000;

const toIso = (timestampMs: number) => (Number.isNaN(timestampMs) ? '' : new Date(timestampMs).toISOString());

/** Start of the day as an ISO timestamp. Null without a day. */
export const getDayStart = (day: string, { toMidnight }: Dates) =>
  day === '' ? null : toIso(toMidnight(day));

/** End of the day (the next midnight) as an ISO timestamp. Null without a day. */
export const getDayEnd = (day: string, { toMidnight }: Dates) =>
  day === '' ? null : toIso(toMidnight(day) + DAY_MS);

/** Day of an ISO timestamp. Empty without a timestamp. */
export const getFirstDay = (iso: string | null, { dayAt }: Dates) =>
  iso === null ? '' : dayAt(Date.parse(iso));

/** Last day of a period that ends at an ISO timestamp. A period that ends at midnight ends on the previous day. */
export const getLastDay = (iso: string | null, { dayAt }: Dates) =>
  iso === null ? '' : dayAt(Date.parse(iso) - 1);
