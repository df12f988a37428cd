import type { HomeMetric, HomeStep } from '@referral-dashboard/api-contract';
import { formatCount, formatNumber, type Noun } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { Days } from '../period/days.ts';
import { getDayCount } from '../period/days.ts';

/** Metrics of the chart and their labels. */
export const METRIC_LABELS: Record<HomeMetric, string> = {
  leads: 'Лиды',
  qualified: 'Подтверждено',
  won: 'Сделки',
  deal_kop: 'Сумма сделок',
  revenue_kop: 'Выручка',
  rewards_kop: 'Вознаграждения',
  clicks: 'Переходы',
};

/** Nouns of the counted metrics. */
const NOUNS: Record<Exclude<HomeMetric, `${string}_kop`>, Noun> = {
  leads: ['лид', 'лида', 'лидов'],
  qualified: ['подтвержденный лид', 'подтвержденных лида', 'подтвержденных лидов'],
  won: ['сделка', 'сделки', 'сделок'],
  clicks: ['переход', 'перехода', 'переходов'],
};

/** Says that the last step of the period has not ended. */
export const UNFINISHED_TEXTS: Record<HomeStep, string> = {
  day: 'день не кончился',
  week: 'неделя не кончилась',
  month: 'месяц не кончился',
};

/** Says what a click on a step of the chart does. */
export const CHOOSE_TEXTS: Record<HomeStep, string> = {
  day: 'Нажмите, чтобы показать только этот день',
  week: 'Нажмите, чтобы показать только эту неделю',
  month: 'Нажмите, чтобы показать только этот месяц',
};

/** Names the last step of the period in the legend. */
export const CURRENT_STEP_LABELS: Record<HomeStep, string> = {
  day: 'сегодня',
  week: 'эта неделя',
  month: 'этот месяц',
};

const compactFormat = new Intl.NumberFormat('ru-RU', { notation: 'compact', maximumFractionDigits: 1 });

const isMoney = (metric: HomeMetric) => metric.endsWith('_kop');

/** Full value: «1 234,56 ₽», «2 048». */
export const formatValue = (metric: HomeMetric, value: number) =>
  isMoney(metric) ? formatMoney(value) : formatNumber(value);

/** Value with its noun: «7 лидов», «вознаграждения на 1 234,56 ₽». */
export function describeValue(metric: HomeMetric, value: number): string {
  switch (metric) {
    case 'deal_kop':
      return `сделки на ${formatMoney(value)}`;
    case 'revenue_kop':
      return `оплаты на ${formatMoney(value)}`;
    case 'rewards_kop':
      return `вознаграждения на ${formatMoney(value)}`;
    default:
      return formatCount(value, NOUNS[metric]);
  }
}

const MAX_INTERVALS = 4;

/** Round ticks from the lowest to the highest value, at most six, always with zero: 0, 5, 10, 15, 20. */
export function getTicks(metric: HomeMetric, values: readonly number[]): number[] {
  const unit = isMoney(metric) ? 100 : 1;
  const min = Math.min(0, ...values) / unit;
  const max = Math.max(1, ...values.map((value) => value / unit));
  const smallestStep = (max - min) / MAX_INTERVALS;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(smallestStep)));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= smallestStep) ?? 10);
  const first = Math.floor(min / step);
  const count = Math.ceil(max / step) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step * unit);
}

/** Short value for an axis: «120 тыс.». */
export const formatTick = (metric: HomeMetric, value: number) =>
  compactFormat.format(isMoney(metric) ? value / 100 : value).replace('-', '\u2212');

/** Step of the chart with at most about 30 points. */
export function getStep(days: Days): 'day' | 'week' | 'month' {
  const length = getDayCount(days);
  return length <= 45 ? 'day' : length <= 190 ? 'week' : 'month';
}
