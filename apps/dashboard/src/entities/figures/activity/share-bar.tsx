import { formatShare } from '@/shared/format/money.ts';
import classes from './activity.module.css';

/** Share in basis points as text and as a thin bar. A dash if there is nothing to divide. */
export function ShareBar({ bps }: { bps: number | null }) {
  if (bps === null) return <span className={classes['none']}>—</span>;
  return (
    <>
      {formatShare(bps)}
      <span className={classes['track']} aria-hidden>
        <span className={classes['bar']} style={{ width: `${bps / 100}%` }} />
      </span>
    </>
  );
}
