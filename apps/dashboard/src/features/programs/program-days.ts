import { moscowDay } from '../../shared/format/date.ts';

const DAY_MS = 86_400_000;

/** Midnight of a day `2026-08-21` in Moscow, which has known no summer time since 2014. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00+03:00`);

const isoOf = (moment: number) => (Number.isNaN(moment) ? '' : new Date(moment).toISOString());

/** The moment a first day begins; `null` without a day. */
export const startOf = (day: string) => (day === '' ? null : isoOf(midnight(day)));

/** The moment a last day is over; `null` without a day. */
export const endOf = (day: string) => (day === '' ? null : isoOf(midnight(day) + DAY_MS));

/** The first day of something that begins at a moment; empty without one. */
export const firstDay = (iso: string | null) => (iso === null ? '' : moscowDay(Date.parse(iso)));

/** The last day of something that ends at a moment: one that ends at midnight is over the day before. */
export const lastDay = (iso: string | null) => (iso === null ? '' : moscowDay(Date.parse(iso) - 1));
