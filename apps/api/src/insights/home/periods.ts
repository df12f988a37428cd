import type { HomeStep } from '@referral-dashboard/api-contract';
import { checkPeriod, daysIn, type Period, plusDays } from '../../database/figures/periods.ts';
import { DAY_MS } from '../../platform/clock.ts';

const DEFAULT_DAYS = 30;

/**
 * The requested period. The default is the 30 days that end today.
 *
 * @throws ApiError 400 for an invalid period
 */
export const requestedPeriod = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): Period => {
  const last = to ?? today;
  return checkPeriod({ from: from ?? plusDays(last, 1 - DEFAULT_DAYS), to: last });
};

/** The period of equal length that ends on the day before. */
export const periodBefore = (period: Period): Period => ({
  from: plusDays(period.from, -daysIn(period)),
  to: plusDays(period.from, -1),
});

/** Splits a period into days, weeks from Monday to Sunday, or months. The first and the last step may be shorter. */
export function splitPeriod({ from, to }: Period, step: HomeStep): Period[] {
  const steps: Period[] = [];
  for (let first = from; first <= to; ) {
    const last = getLastDay(step, first);
    steps.push({ from: first, to: last < to ? last : to });
    first = plusDays(last, 1);
  }
  return steps;
}

function getLastDay(step: HomeStep, day: string): string {
  const date = new Date(day);
  if (step === 'week') return plusDays(day, (7 - date.getUTCDay()) % 7);
  if (step === 'month') {
    const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
    return new Date(last).toISOString().slice(0, 10);
  }
  return day;
}

const SPANS = [64, 8, 1] as const;

/**
 * Covers a period with as few spans of 64, 8 or 1 days as possible. Each span begins at a multiple of its length since 1970-01-01, as in
 * `partner_spans`.
 */
export function coverPeriod({ from, to }: Period): { days: number; first_day: string }[] {
  const spans: { days: number; first_day: string }[] = [];
  for (let first = from; first <= to; ) {
    const isWhole = (days: number) =>
      (Date.parse(first) / DAY_MS) % days === 0 && plusDays(first, days - 1) <= to;
    const days = SPANS.find(isWhole) ?? 1;
    spans.push({ days, first_day: first });
    first = plusDays(first, days);
  }
  return spans;
}
