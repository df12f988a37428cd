import { dayAt } from '../../shared/format/date.ts';
import { midnightOf } from '../../shared/format/time-zone.ts';

const DAY_MS = 86_400_000;

const isoOf = (moment: number) => (Number.isNaN(moment) ? '' : new Date(moment).toISOString());

/** Start of the day as an ISO timestamp. Null without a day. */
export const startOf = (day: string) => (day === '' ? null : isoOf(midnightOf(day)));

/** End of the day (the next midnight) as an ISO timestamp. Null without a day. */
export const endOf = (day: string) => (day === '' ? null : isoOf(midnightOf(day) + DAY_MS));

/** Day of an ISO timestamp. Empty without a timestamp. */
export const firstDay = (iso: string | null) => (iso === null ? '' : dayAt(Date.parse(iso)));

/** Last day of a period that ends at an ISO timestamp. A period that ends at midnight ends on the previous day. */
export const lastDay = (iso: string | null) => (iso === null ? '' : dayAt(Date.parse(iso) - 1));
