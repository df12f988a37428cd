import type { HomeSeries } from '@referral-dashboard/api-contract';
import { formatDate } from '../../../shared/format/date.ts';
import { formatDays } from '../period/days.ts';

/** A step of the period beside the same step of the one before. `previous` is missing where that one was shorter or is not asked for. */
export type Point = {
  label: string;
  days: string;
  current: number;
  previous: number | undefined;
  previousDays: string | undefined;
};

/** Steps in order, beside those before if that is wanted. */
export const pointsOf = ({ current, previous }: HomeSeries, isCompared: boolean): Point[] =>
  current.points.map((point, index) => {
    const before = isCompared ? previous.points[index] : undefined;
    return {
      // «21 авг»: the year stands above, in the period.
      label: formatDate(point.from).slice(0, -5),
      days: formatDays(point),
      current: point.value,
      previous: before?.value,
      previousDays: before && formatDays(before),
    };
  });
