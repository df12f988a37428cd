import { dayAt } from '../../shared/format/date.ts';
import { midnightOf } from '../../shared/format/time-zone.ts';

const DAY_MS = 86_400_000;

const isoOf = (moment: number) => (Number.isNaN(moment) ? '' : new Date(moment).toISOString());

/** The moment a first day begins; `null` without a day. */
export const startOf = (day: string) => (day === '' ? null : isoOf(midnightOf(day)));

/** The moment a last day is over; `null` without a day. */
export const endOf = (day: string) => (day === '' ? null : isoOf(midnightOf(day) + DAY_MS));

/** The first day of something that begins at a moment; empty without one. */
export const firstDay = (iso: string | null) => (iso === null ? '' : dayAt(Date.parse(iso)));

/** The last day of something that ends at a moment: one that ends at midnight is over the day before. */
export const lastDay = (iso: string | null) => (iso === null ? '' : dayAt(Date.parse(iso) - 1));
