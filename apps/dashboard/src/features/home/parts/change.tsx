import { formatShare } from '../../../shared/format/money.ts';
import { type Days, overPrevious, toPrevious } from '../period/days.ts';
import classes from './figures.module.css';

type ChangeProps = {
  now: number;
  before: number;
  /** The days of now; those before are as many. */
  days: Days;
  /** Neither good nor bad: what grows is a cost. */
  isNeutral?: boolean;
};

/** A tenth of a per cent is as much as a change needs, in basis points. */
const STEP = 10;

/** Change of a figure, in words as well as by an arrow. */
export function Change({ now, before, days, isNeutral = false }: ChangeProps) {
  if (now === before) return <span className={classes['change']}>как {overPrevious(days)}</span>;
  if (before <= 0) return <span className={classes['change']}>{overPrevious(days)} не было</span>;
  const bps = Math.round((Math.abs(now - before) / before) * (10_000 / STEP)) * STEP;
  const isUp = now > before;
  return (
    <span className={classes['change']}>
      <b data-tone={isNeutral ? undefined : isUp ? 'good' : 'bad'}>
        <span aria-hidden>{isUp ? '↑' : '↓'}</span>
        <span className={classes['aloud']}>{isUp ? 'больше на' : 'меньше на'}</span> {formatShare(bps)}
      </b>{' '}
      {toPrevious(days)}
    </span>
  );
}
