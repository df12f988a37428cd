/** Calendar months in the form `2026-10`. */

import { dayIn } from '../../platform/clock.ts';

/** Returns the month that is `count` months after `month`, or before it for a negative count. */
export const addMonths = (month: string, count: number) => dayOfMonth(month, count, 1).slice(0, 7);

const dayOfMonth = (month: string, later: number, day: number) => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later, day)).toISOString().slice(0, 10);
};

export const getFirstDayOfMonth = (month: string) => dayOfMonth(month, 0, 1);
export const getLastDayOfMonth = (month: string) => dayOfMonth(month, 1, 0);

/** Returns true when a month has ended in a time zone. */
export const isFinished = (month: string, now: Date, timeZone: string) =>
  dayIn(now, timeZone) > getLastDayOfMonth(month);

/** `31.10.2026` */
export const formatIsoDay = (day: string) => day.split('-').reverse().join('.');
