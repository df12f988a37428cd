import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { Random } from './random.ts';

/**
 * Leads are created between 8:00 and 22:00, if it is 15:00 now. At another time of day all leads move by the difference, so that the demo is the
 * same whenever it is created.
 */
const HOURS = { from: 8, to: 22, now: 15 } as const;
/** Number of leads on the last day, relative to the first. */
const GROWTH = 1.8;
/** A week with few leads, in days before now. */
const BAD_WEEK = { from: 68, to: 61, share: 0.35 } as const;

type Day = { start: number; end: number; weight: number };

/** Days up to `now` with a weight for the number of leads: it grows over time, is lower in the bad week, and varies randomly. */
function weighDays(days: number, now: Date, random: Random): Day[] {
  const midnight = now.getTime() - HOURS.now * HOUR_MS;
  return Array.from({ length: days }, (_, index) => {
    const age = days - 1 - index;
    const start = midnight - age * DAY_MS + HOURS.from * HOUR_MS;
    const evening = midnight - age * DAY_MS + HOURS.to * HOUR_MS;
    const end = Math.min(evening, now.getTime());
    const growth = 1 + ((GROWTH - 1) * index) / (days - 1);
    const badWeekShare = age <= BAD_WEEK.from && age > BAD_WEEK.to ? BAD_WEEK.share : 1;
    // The current day counts only up to `now`.
    const elapsed = (end - start) / (evening - start);
    const dailyFactor = 0.7 + random.below(61) / 100;
    return { start, end, weight: growth * badWeekShare * elapsed * dailyFactor };
  });
}

/** Returns `count` creation times of leads in the last `days` days, in ascending order. */
export function generateMoments(count: number, days: number, now: Date, random: Random): Date[] {
  const weights = weighDays(days, now, random);
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  let weightSum = 0;
  const moments = weights.flatMap(({ start, end, weight }) => {
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
