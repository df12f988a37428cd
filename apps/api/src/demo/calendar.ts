import type { Random } from './random.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Time of Moscow, where the demo organization is, ahead of UTC. */
export const MOSCOW_MS = 3 * HOUR_MS;
/** People write between eight in the morning and ten in the evening. */
const HOURS = { from: 8, to: 22 } as const;
/** Share of a usual day that comes on a Saturday and on a Sunday. */
const WEEKEND: Readonly<Record<number, number>> = { 6: 0.6, 0: 0.4 };
/** The last day brings so many times as much as the first. */
const GROWTH = 1.8;
/** A week in which the advertising stood still, so many days ago. */
const BAD_WEEK = { from: 68, to: 61, share: 0.35 } as const;

type Day = { start: number; end: number; weight: number };

/** Days from `since` to `now` with how much comes on each: more with time, less at weekends, little in the bad week, and some luck. */
function daysOf(since: Date, now: Date, random: Random): Day[] {
  const first = Math.floor((since.getTime() + MOSCOW_MS) / DAY_MS) + 1;
  const last = Math.floor((now.getTime() + MOSCOW_MS) / DAY_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const date = (first + index) * DAY_MS;
    const midnight = date - MOSCOW_MS;
    const start = midnight + HOURS.from * HOUR_MS;
    const evening = midnight + HOURS.to * HOUR_MS;
    const end = Math.min(evening, now.getTime());
    const share = WEEKEND[new Date(date).getUTCDay()] ?? 1;
    const grown = 1 + ((GROWTH - 1) * index) / (last - first);
    const age = last - first - index;
    const bad = age <= BAD_WEEK.from && age > BAD_WEEK.to ? BAD_WEEK.share : 1;
    // Of today what has passed.
    const passed = Math.max(0, (end - start) / (evening - start));
    const luck = 0.7 + random.below(61) / 100;
    return { start, end, weight: share * grown * bad * passed * luck };
  });
}

/** Moments at which so many leads come, in their order. */
export function momentsOf(count: number, since: Date, now: Date, random: Random): Date[] {
  const days = daysOf(since, now, random);
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  const moments = days.flatMap(({ start, end, weight }) => {
    const before = passed;
    passed += weight;
    const many = Math.round((passed / total) * count) - Math.round((before / total) * count);
    return Array.from(
      { length: many },
      () => start + Math.floor(((end - start) * random.below(10_000)) / 10_000),
    );
  });
  return moments.toSorted((one, other) => one - other).map((moment) => new Date(moment));
}
