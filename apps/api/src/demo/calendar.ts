import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { Random } from './random.ts';

/** Offset of Moscow, the time zone of the demo organization, from UTC. */
export const MOSCOW_MS = 3 * HOUR_MS;
/** Leads are created between 8:00 and 22:00. */
const HOURS = { from: 8, to: 22 } as const;
/** Leads on Saturday and Sunday, relative to a weekday. */
const WEEKEND: Readonly<Record<number, number>> = { 6: 0.6, 0: 0.4 };
/** Number of leads on the last day, relative to the first. */
const GROWTH = 1.8;
/** A week with few leads, in days before now. */
const BAD_WEEK = { from: 68, to: 61, share: 0.35 } as const;

type Day = { start: number; end: number; weight: number };

/**
 * Days from `since` to `now` with a weight for the number of leads: it grows over time, is lower on weekends and in the bad week, and
 * varies randomly.
 */
function weighDays(since: Date, now: Date, random: Random): Day[] {
  const first = Math.floor((since.getTime() + MOSCOW_MS) / DAY_MS) + 1;
  const last = Math.floor((now.getTime() + MOSCOW_MS) / DAY_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const date = (first + index) * DAY_MS;
    const midnight = date - MOSCOW_MS;
    const start = midnight + HOURS.from * HOUR_MS;
    const evening = midnight + HOURS.to * HOUR_MS;
    const end = Math.min(evening, now.getTime());
    const share = WEEKEND[new Date(date).getUTCDay()] ?? 1;
    const growth = 1 + ((GROWTH - 1) * index) / (last - first);
    const age = last - first - index;
    const badWeekShare = age <= BAD_WEEK.from && age > BAD_WEEK.to ? BAD_WEEK.share : 1;
    // The current day counts only up to `now`.
    const elapsed = Math.max(0, (end - start) / (evening - start));
    const dailyFactor = 0.7 + random.below(61) / 100;
    return { start, end, weight: share * growth * badWeekShare * elapsed * dailyFactor };
  });
}

/** Returns `count` creation times of leads, in ascending order. */
export function generateMoments(count: number, since: Date, now: Date, random: Random): Date[] {
  const days = weighDays(since, now, random);
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  let weightSum = 0;
  const moments = days.flatMap(({ start, end, weight }) => {
    const previousSum = weightSum;
    weightSum += weight;
    const leadCount = Math.round((weightSum / total) * count) - Math.round((previousSum / total) * count);
    return Array.from(
      { length: leadCount },
      () => start + Math.floor(((end - start) * random.below(10_000)) / 10_000),
    );
  });
  return moments.toSorted((one, other) => one - other).map((moment) => new Date(moment));
}
