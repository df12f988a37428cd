import type { Partner } from '@referral-dashboard/api-contract';
import { formatNumber } from '../../shared/format/count.ts';
import { formatMoney } from '../../shared/format/money.ts';
import classes from './partner-card.module.css';
import { usePartnerMoney } from './use-partner-money.ts';

/** What the partner has brought, and what it has earned. */
export function PartnerFigures({ partner: { id, figures } }: { partner: Partner }) {
  const money = usePartnerMoney(id);
  const sum = (kop: number | undefined) => (kop === undefined ? '' : formatMoney(kop));
  const rows = [
    ['Переходы', formatNumber(figures.clicks)],
    ['Лиды', formatNumber(figures.leads)],
    ['Сделки', formatNumber(figures.won)],
    ['Начислено', sum(money?.all)],
    ['На удержании', sum(money?.hold)],
    ['К выплате', sum(money?.available)],
    ['Выплачено', sum(money?.paid)],
  ];
  return (
    <dl className={classes['figures']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
