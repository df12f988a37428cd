import type { HomeSeries } from '@referral-dashboard/api-contract';
import { formatDate } from '@/shared/format/date.ts';
import { type Days, formatDaysIn } from '../period/days.ts';

/** A step of the period and the same step of the previous period. `previous` is undefined when that period is shorter or not requested. */
export type Point = {
  label: string;
  period: Days;
  days: string;
  current: number;
  /** The step has not ended, so its value can still grow. */
  isUnfinished: boolean;
  previous: number | undefined;
  previousDays: string | undefined;
};

/** Points of the period in order, with the previous period if requested. */
export const toPoints = ({ current, previous }: HomeSeries, isCompared: boolean, today: string): Point[] =>
  current.points.map((point, index) => {
    const year = today.slice(0, 4);
    const previousPoint = isCompared ? previous.points[index] : undefined;
    return {
      // For example «21 авг»: the period above the chart shows the year.
      label: formatDate(point.from).slice(0, -5),
      period: { from: point.from, to: point.to },
      days: formatDaysIn(year, point),
      current: point.value,
      isUnfinished: point.to >= today,
      previous: previousPoint?.value,
      previousDays: previousPoint && formatDaysIn(year, previousPoint),
    };
  });
