import { formatMoney } from '../../../shared/format/money.ts';
import classes from './big-sum.module.css';

/** Amount in large type, with smaller kopecks. */
export function BigSum({ kop }: { kop: number }) {
  const [roubles, rest] = formatMoney(kop).split(',');
  return (
    <span className={classes['sum']}>
      {roubles}
      <span className={classes['rest']}>,{rest}</span>
    </span>
  );
}
