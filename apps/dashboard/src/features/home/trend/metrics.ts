import type { HomeMetric } from '@referral-dashboard/api-contract';
import { formatNumber } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import type { Days } from '../period/days.ts';
import { lengthOf } from '../period/days.ts';

/** Figures that are drawn over time, and how they are called. */
export const metricLabels: Record<HomeMetric, string> = {
  leads: 'Лиды',
  qualified: 'Подтверждено',
  won: 'Сделки',
  deal_kop: 'Сумма сделок',
  rewards_kop: 'Вознаграждения',
  clicks: 'Переходы',
};

/** Said after days that are not over. */
export const UNFINISHED = ', еще идет';

const short = new Intl.NumberFormat('ru-RU', { notation: 'compact', maximumFractionDigits: 1 });

const isMoney = (metric: HomeMetric) => metric.endsWith('_kop');

/** A value in full: «1 234,56 ₽», «2 048». */
export const formatValue = (metric: HomeMetric, value: number) =>
  isMoney(metric) ? formatMoney(value) : formatNumber(value);

/** «120 тыс.», for an axis. */
export const formatTick = (metric: HomeMetric, value: number) =>
  short.format(isMoney(metric) ? value / 100 : value);

/** Steps that leave a line readable: at most some thirty points. */
export function stepFor(days: Days): 'day' | 'week' | 'month' {
  const length = lengthOf(days);
  return length <= 45 ? 'day' : length <= 190 ? 'week' : 'month';
}
