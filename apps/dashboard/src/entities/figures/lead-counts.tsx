import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import classes from './lead-counts.module.css';

type LeadCountsProps = { leads: number; won: number; deal_kop?: number };

/** Second line of a row: «4 лида · 2 сделки на 250 000,00 ₽». */
export const LeadCounts = ({ leads, won, deal_kop = 0 }: LeadCountsProps) => (
  <div className={classes['counts']}>
    {formatCount(leads, ['лид', 'лида', 'лидов'])} · {formatCount(won, ['сделка', 'сделки', 'сделок'])}
    {deal_kop > 0 && ` на ${formatMoney(deal_kop)}`}
  </div>
);
