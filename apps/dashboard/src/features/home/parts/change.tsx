import { formatShare } from '../../../shared/format/money.ts';
import classes from './figures.module.css';

type ChangeProps = {
  now: number;
  before: number;
  /** «прошлым 30 дням». */
  than: string;
  /** Neither good nor bad: what grows is a cost. */
  isNeutral?: boolean;
};

/** A tenth of a per cent is as much as a change needs, in basis points. */
const STEP = 10;

/** How much a figure has changed, in words as well as by an arrow. */
export function Change({ now, before, than, isNeutral = false }: ChangeProps) {
  if (now === before) return <span className={classes['change']}>как и раньше, к {than}</span>;
  if (before <= 0) return <span className={classes['change']}>раньше не было, к {than}</span>;
  const bps = Math.round((Math.abs(now - before) / before) * (10_000 / STEP)) * STEP;
  const isUp = now > before;
  return (
    <span className={classes['change']}>
      <b data-tone={isNeutral ? undefined : isUp ? 'good' : 'bad'}>
        <span aria-hidden>{isUp ? '↑' : '↓'}</span>
        <span className={classes['aloud']}>{isUp ? 'больше на' : 'меньше на'}</span> {formatShare(bps)}
      </b>{' '}
      к {than}
    </span>
  );
}
