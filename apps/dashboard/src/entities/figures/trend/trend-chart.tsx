import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { Paper } from '@mantine/core';
import type { HomeMetric, HomeStep } from '@referral-dashboard/api-contract';
import type { Days } from '../period/days.ts';
import { CHOOSE_TEXTS, describeValue, formatTick, getTicks, UNFINISHED_TEXTS } from './metrics.ts';
import type { Point } from './points.ts';
import classes from './trend.module.css';

type TrendChartProps = {
  metric: HomeMetric;
  step: HomeStep;
  points: readonly Point[];
  isCompared: boolean;
  /** Called with the days of a clicked step. */
  onChoose: (days: Days) => void;
};

/** On touch screens a tap shows the tooltip, so only a mouse chooses a step. */
const canChoose = () => window.matchMedia('(hover: hover)').matches;

const LINE_COLOR = 'var(--mantine-color-anchor)';
const PREVIOUS_LINE_COLOR = 'var(--app-field-line)';

/** Chart series: a solid line up to the last completed step, then a dotted line to the unfinished one. */
const toSeries = (points: readonly Point[]) =>
  points.map((point, index) => ({
    ...point,
    current: point.isUnfinished ? undefined : point.current,
    unfinished: point.isUnfinished || points[index + 1]?.isUnfinished ? point.current : undefined,
    point,
  }));

const AREA_PROPS: Record<string, object> = {
  previous: { fill: 'none', strokeWidth: 1.5 },
  unfinished: { fill: 'none' },
};

/** Line chart of the period, with a dashed line for the previous one if requested. Hidden from screen readers, which get the table. */
export default function TrendChart({ metric, step, points, isCompared, onChoose }: TrendChartProps) {
  const ticks = getTicks(
    metric,
    points.flatMap(({ current, previous = 0 }) => [current, previous]),
  );
  return (
    <AreaChart
      h="100%"
      data={toSeries(points)}
      dataKey="label"
      series={[
        ...(isCompared ? [{ name: 'previous', color: PREVIOUS_LINE_COLOR, strokeDasharray: '4 4' }] : []),
        { name: 'current', color: LINE_COLOR },
        { name: 'unfinished', color: LINE_COLOR, strokeDasharray: '1 4' },
      ]}
      curveType="linear"
      withDots={false}
      withGradient={false}
      fillOpacity={0.1}
      strokeWidth={2}
      gridAxis="x"
      strokeDasharray="0"
      tickLine="none"
      areaProps={({ name }) => ({ isAnimationActive: false, ...AREA_PROPS[name] })}
      areaChartProps={{
        accessibilityLayer: false,
        margin: { top: 8, right: 8 },
        onClick: ({ activeTooltipIndex }) => {
          const point = points[Number(activeTooltipIndex)];
          if (point && points.length > 1 && canChoose()) onChoose(point.period);
        },
      }}
      xAxisProps={{ minTickGap: 32, interval: 'equidistantPreserveStart' }}
      yAxisProps={{ width: 56, ticks, domain: [ticks.at(0) ?? 0, ticks.at(-1) ?? 'dataMax'], interval: 0 }}
      valueFormatter={(value) => formatTick(metric, value)}
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: ({ payload }) => (
          <ChartTooltip
            metric={metric}
            step={step}
            point={(payload?.[0]?.payload as { point: Point } | undefined)?.point}
            canChoose={points.length > 1 && canChoose()}
          />
        ),
      }}
    />
  );
}

type ChartTooltipProps = {
  metric: HomeMetric;
  step: HomeStep;
  point: Point | undefined;
  canChoose: boolean;
};

const ChartTooltip = ({ metric, step, point, canChoose: hasHint }: ChartTooltipProps) =>
  point ? (
    <Paper withBorder shadow="sm" p="xs" className={classes['tooltip']}>
      {point.days}: <b>{describeValue(metric, point.current)}</b>
      {point.isUnfinished && `, ${UNFINISHED_TEXTS[step]}`}
      {point.previous !== undefined && (
        <div className={classes['previous']}>
          {point.previousDays}: {describeValue(metric, point.previous)}
        </div>
      )}
      {hasHint && <div className={classes['hint']}>{CHOOSE_TEXTS[step]}</div>}
    </Paper>
  ) : null;
