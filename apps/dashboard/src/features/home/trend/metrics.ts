import type { HomeMetric } from '@referral-dashboard/api-contract';
import { formatNumber } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { Days } from '../period/days.ts';
import { getDayCount } from '../period/days.ts';

/** Metrics of the chart and their labels. */
export const METRIC_LABELS: Record<HomeMetric, string> = {
  leads: 'Лиды',
  qualified: 'Подтверждено',
  won: 'Сделки',
  deal_kop: 'Сумма сделок',
  rewards_kop: 'Вознаграждения',
  clicks: 'Переходы',
};

/** Suffix for a period that has not ended. */
export const UNFINISHED_SUFFIX = ', еще идет';

const compactFormat = new Intl.NumberFormat('ru-RU', { notation: 'compact', maximumFractionDigits: 1 });

const isMoney = (metric: HomeMetric) => metric.endsWith('_kop');

/** Full value: «1 234,56 ₽», «2 048». */
export const formatValue = (metric: HomeMetric, value: number) =>
  isMoney(metric) ? formatMoney(value) : formatNumber(value);

/** Short value for an axis: «120 тыс.». */
export const formatTick = (metric: HomeMetric, value: number) =>
  compactFormat.format(isMoney(metric) ? value / 100 : value);

/** Step of the chart with at most about 30 points. */
export function getStep(days: Days): 'day' | 'week' | 'month' {
  const length = getDayCount(days);
  return length <= 45 ? 'day' : length <= 190 ? 'week' : 'month';
}
