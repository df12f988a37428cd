import { formatMoney } from '../../../shared/format/money.ts';
import classes from './big-sum.module.css';

/** A sum in large type: what counts is the roubles, so the kopecks step back. */
export function BigSum({ kop }: { kop: number }) {
  const [roubles, rest] = formatMoney(kop).split(',');
  return (
    <span className={classes['sum']}>
      {roubles}
      <span className={classes['rest']}>,{rest}</span>
    </span>
  );
}
