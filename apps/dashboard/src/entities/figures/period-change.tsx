import { formatShare } from '@/shared/format/money.ts';
import classes from './figures.module.css';
import { type Days, formatComparison, formatPreviousPeriod } from './period/days.ts';

type PeriodChangeProps = {
  current: number;
  previous: number;
  /** Current period. The previous period has the same length. */
  days: Days;
  /** Neutral color: growth is neither good nor bad, for example of a cost. */
  isNeutral?: boolean;
};

/** 100 % in basis points. */
const FULL_SHARE_BPS = 10_000;

/** Change of a figure, as an arrow and in words. */
export function PeriodChange({ current, previous, days, isNeutral = false }: PeriodChangeProps) {
  if (current === previous)
    return <span className={classes['change']}>как {formatPreviousPeriod(days)}</span>;
  if (previous <= 0) return <span className={classes['change']}>{formatPreviousPeriod(days)} не было</span>;
  const isUp = current > previous;
  return (
    <span className={classes['change']}>
      <b data-tone={isNeutral ? undefined : isUp ? 'good' : 'bad'}>
        <span aria-hidden>{isUp ? '↑' : '↓'}</span>
        <span className={classes['visuallyHidden']}>{isUp ? 'больше на' : 'меньше на'}</span>{' '}
        {formatShare((Math.abs(current - previous) / previous) * FULL_SHARE_BPS)}
      </b>{' '}
      {formatComparison(days)}
    </span>
  );
}
