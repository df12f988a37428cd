import { Anchor, VisuallyHidden } from '@mantine/core';
import type { HomeMetric, HomeStep } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useAddress } from '@/shared/list/use-address.ts';
import { formatValue, METRIC_LABELS, UNFINISHED_TEXTS } from './metrics.ts';
import type { Point } from './points.ts';
import classes from './trend.module.css';

type TrendTableProps = { metric: HomeMetric; step: HomeStep; points: readonly Point[]; isCompared: boolean };

/** The chart's data as a table. The days of a row are a link that narrows the period to them. */
export function TrendTable({ metric, step, points, isCompared }: TrendTableProps) {
  const { linkTo } = useAddress();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs focus to scroll by keyboard
    <section className={classes['scroll']} aria-label="Таблица показателя" tabIndex={0}>
      <table className={classes['table']} aria-label={METRIC_LABELS[metric]}>
        <thead>
          <tr>
            <th scope="col">Дни</th>
            <th scope="col">{METRIC_LABELS[metric]}</th>
            {isCompared && <th scope="col">Прошлый период</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ days, period, current, previous, isUnfinished }) => (
            <tr key={days}>
              <th scope="row">
                <Anchor component={Link} to={linkTo({ ...period })}>
                  <VisuallyHidden>Показать только:</VisuallyHidden> {days}
                </Anchor>
                {isUnfinished && `, ${UNFINISHED_TEXTS[step]}`}
              </th>
              <td>{formatValue(metric, current)}</td>
              {isCompared && <td>{previous === undefined ? '' : formatValue(metric, previous)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
