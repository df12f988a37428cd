import type { StepPeriod } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';

const MONTHS = { month: 1, quarter: 3, year: 12 };

/** The calendar period of a day: its first day, and the first day after it. Null for all time. */
export function periodOf(period: StepPeriod, day: string): { from: string; next: string } | null {
  if (period === 'life') return null;
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = Math.floor((month - 1) / MONTHS[period]) * MONTHS[period];
  const dayOfMonth = (index: number) => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10);
  return { from: dayOfMonth(first), next: dayOfMonth(first + MONTHS[period]) };
}

/** Predicate: a claim `k` counts in a period. */
export const inPeriod = (range: ReturnType<typeof periodOf>) =>
  range === null
    ? sql<boolean>`true`
    : sql<boolean>`k.counted_on >= ${range.from}::date and k.counted_on < ${range.next}::date`;
