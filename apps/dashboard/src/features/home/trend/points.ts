import type { HomeSeries } from '@referral-dashboard/api-contract';
import { dayAt, formatDate } from '../../../shared/format/date.ts';
import { formatDays } from '../period/days.ts';

/** One step of a period beside the same step of the one before. `previous` is missing where that one was shorter or is not asked for. */
export type Point = {
  label: string;
  days: string;
  current: number;
  /** Its last day is not over: the value still grows. */
  isUnfinished: boolean;
  previous: number | undefined;
  previousDays: string | undefined;
};

/** Points of a period in order, beside those of the period before if wanted. */
export const pointsOf = (
  { current, previous }: HomeSeries,
  isCompared: boolean,
  today = dayAt(Date.now()),
): Point[] =>
  current.points.map((point, index) => {
    const before = isCompared ? previous.points[index] : undefined;
    return {
      // «21 авг»: the year stands above, in the period.
      label: formatDate(point.from).slice(0, -5),
      days: formatDays(point),
      current: point.value,
      isUnfinished: point.to >= today,
      previous: before?.value,
      previousDays: before && formatDays(before),
    };
  });
