import { DAY_MS } from '../../platform/clock.ts';
import { invalid } from '../../platform/errors.ts';

/** Days as `2026-08-21`. Both are included. */
export type Period = { from: string; to: string };

const MAX_PERIOD_DAYS = 366;

/** The day that is `days` days later, or earlier when negative. */
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysIn = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** @throws ApiError 400 for a period that ends before it begins, or is longer than 366 days. */
export function checkPeriod(period: Period): Period {
  if (period.to < period.from) throw invalid({ to: ['Окончание раньше начала.'] });
  if (daysIn(period) > MAX_PERIOD_DAYS) throw invalid({ to: [`Не больше ${MAX_PERIOD_DAYS} дней.`] });
  return period;
}
