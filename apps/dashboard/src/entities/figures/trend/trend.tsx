import { Group, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { type HomeMetric, type HomeSummary, homeRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { getDefault, parseQuery } from '@/shared/list/address.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { useIsPainted } from '@/shared/ui/page/use-is-painted.ts';
import { Section } from '@/shared/ui/section/section.tsx';
import { type FigureFilters, hasOrigin } from '../filters/use-figure-filters.ts';
import { formatDays, namePreviousPeriod } from '../period/days.ts';
import { usePeriod } from '../period/use-period.ts';
import { CURRENT_STEP_LABELS, getStep, METRIC_LABELS, UNFINISHED_TEXTS } from './metrics.ts';
import { toPoints } from './points.ts';
import classes from './trend.module.css';
import { TrendTable } from './trend-table.tsx';

const TrendChart = lazy(() => import('./trend-chart.tsx'));

const metricOptions = Object.entries(METRIC_LABELS).map(([value, label]) => ({ value, label }));
const VIEW_OPTIONS = [
  { value: 'chart', label: 'График' },
  { value: 'table', label: 'Таблица' },
];

type TrendProps = {
  summary: HomeSummary | undefined;
  /** Limits the series. */
  filters?: FigureFilters;
};

const NO_FILTERS: FigureFilters = {};

/** Metrics of the choice. Visits have no origin. */
const getMetrics = (filters: FigureFilters) =>
  hasOrigin(filters) ? metricOptions.filter(({ value }) => value !== 'clicks') : metricOptions;

/** One metric over time, as a chart or a table. A click on a step narrows the period to it. Loads after the figures. */
export function Trend({ summary, filters = NO_FILTERS }: TrendProps) {
  const { dayAt } = useDates();
  const { params, get, change } = useAddress();
  const { isCompared, choose } = usePeriod();
  const metrics = getMetrics(filters);
  const requestedMetric = parseQuery(homeRoutes.homeSeries, params)['metric'];
  const metric = (metrics.find(({ value }) => value === requestedMetric)?.value ??
    getDefault(homeRoutes.homeSeries, 'metric')) as HomeMetric;
  const isTable = get('view') === 'table';
  // Data requests start before the chart code loads.
  const isPainted = useIsPainted();
  const days = summary?.current;
  const { data, error, refetch, isPlaceholderData } = useApiQuery(
    homeRoutes.homeSeries,
    {
      query: {
        metric,
        ...filters,
        ...(days && { from: days.from, to: days.to, step: getStep(days) }),
      },
    },
    { enabled: days !== undefined, keepPrevious: true, isLive: true },
  );
  const points = data && toPoints(data, isCompared, dayAt(Date.now()));
  const isUnfinished = points?.some((point) => point.isUnfinished);
  const legend = [
    data && isCompared && `Пунктир: ${namePreviousPeriod(data.previous)}, ${formatDays(data.previous)}.`,
    data && isUnfinished && `Точки: ${CURRENT_STEP_LABELS[data.step]}, ${UNFINISHED_TEXTS[data.step]}.`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Section
      title="Динамика"
      tools={
        <Group gap="xs">
          <NativeSelect
            aria-label="Показатель"
            data={metrics}
            value={metric}
            onChange={({ currentTarget }) => change({ metric: currentTarget.value }, { replace: true })}
          />
          <SegmentedControl
            aria-label="Вид"
            data={VIEW_OPTIONS}
            value={isTable ? 'table' : 'chart'}
            onChange={(view) => change({ view: view === 'table' ? view : null }, { replace: true })}
          />
        </Group>
      }
    >
      <div className={classes['space']} data-old={isPlaceholderData || undefined}>
        {data && points ? (
          isTable ? (
            <TrendTable metric={data.metric} step={data.step} points={points} isCompared={isCompared} />
          ) : (
            <Suspense fallback={<Skeleton height="100%" />}>
              <div
                className={classes['chart']}
                role="img"
                aria-label={`${METRIC_LABELS[data.metric]}: график, те же числа есть в таблице`}
              >
                {isPainted && (
                  <TrendChart
                    metric={data.metric}
                    step={data.step}
                    points={points}
                    isCompared={isCompared}
                    onChoose={choose}
                  />
                )}
              </div>
              {legend && <p className={classes['legend']}>{legend}</p>}
            </Suspense>
          )
        ) : error ? (
          <PartProblem error={error} title="Не удалось загрузить график" onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
    </Section>
  );
}
