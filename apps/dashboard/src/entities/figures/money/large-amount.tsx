import { formatMoney } from '@/shared/format/money.ts';
import classes from './large-amount.module.css';

/** Amount in large type, with smaller kopecks. */
export function LargeAmount({ kop }: { kop: number }) {
  const [roubles, kopecks] = formatMoney(kop).split(',');
  return (
    <span className={classes['sum']}>
      {roubles}
      <span className={classes['rest']}>,{kopecks}</span>
    </span>
  );
}
