import { formatShare } from '@/shared/format/money.ts';
import classes from './share-line.module.css';

/** Count, a bar of its share, and the share in words: «26 лидов ▬▬ 66,7 %». A dash if there is nothing to divide. */
export const ShareLine = ({ text, bps }: { text: string; bps: number | null }) => (
  <div className={classes['line']}>
    <span>{text}</span>
    <span className={classes['track']} aria-hidden>
      <span className={classes['bar']} style={{ width: `${(bps ?? 0) / 100}%` }} />
    </span>
    <span className={classes['share']}>{bps === null ? '—' : formatShare(bps)}</span>
  </div>
);
