import { AreaChart } from '@mantine/charts';
import { Paper } from '@mantine/core';
import type { HomeMetric } from '@referral-dashboard/api-contract';
import { formatTick, formatValue } from './metrics.ts';
import type { Point } from './points.ts';
import classes from './trend.module.css';

type TrendChartProps = { metric: HomeMetric; points: readonly Point[]; isCompared: boolean };

const LINE = 'var(--mantine-color-anchor)';
const SHADOW = 'var(--app-field-line)';

/** The line of the period over the dashed one before it, if that is wanted. Decoration: the table says the same aloud. */
export default function TrendChart({ metric, points, isCompared }: TrendChartProps) {
  return (
    <AreaChart
      h="100%"
      data={[...points]}
      dataKey="label"
      series={[
        ...(isCompared ? [{ name: 'previous', color: SHADOW, strokeDasharray: '4 4' }] : []),
        { name: 'current', color: LINE },
      ]}
      curveType="linear"
      withDots={false}
      withGradient={false}
      fillOpacity={0.1}
      strokeWidth={2}
      gridAxis="x"
      strokeDasharray="0"
      tickLine="none"
      areaProps={({ name }) =>
        name === 'previous'
          ? { fill: 'none', strokeWidth: 1.5, isAnimationActive: false }
          : { isAnimationActive: false }
      }
      areaChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 8 } }}
      xAxisProps={{ minTickGap: 32 }}
      yAxisProps={{ width: 56, tickCount: 4, allowDecimals: false }}
      valueFormatter={(value) => formatTick(metric, value)}
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: ({ payload }) => <Told metric={metric} point={payload?.[0]?.payload as Point | undefined} />,
      }}
    />
  );
}

const Told = ({ metric, point }: { metric: HomeMetric; point: Point | undefined }) =>
  point ? (
    <Paper withBorder shadow="sm" p="xs" className={classes['told']}>
      <b>{formatValue(metric, point.current)}</b> {point.days}
      {point.previous !== undefined && (
        <div className={classes['before']}>
          {formatValue(metric, point.previous)} {point.previousDays}
        </div>
      )}
    </Paper>
  ) : null;
