import type { Partner } from '@referral-dashboard/api-contract';
import { formatNumber } from '../../shared/format/count.ts';
import { formatMoney } from '../../shared/format/money.ts';
import classes from './partner-card.module.css';

/** What the partner has brought, and what it has earned. */
export function PartnerFigures({ partner: { figures, balance } }: { partner: Partner }) {
  const rows = [
    ['Переходы', formatNumber(figures.clicks)],
    ['Лиды', formatNumber(figures.leads)],
    ['Сделки', formatNumber(figures.won)],
    ['Начислено', formatMoney(balance.earned_kop)],
    ['На удержании', formatMoney(balance.hold_kop)],
    ['К выплате', formatMoney(balance.available_kop)],
    ['Выплачено', formatMoney(balance.paid_kop)],
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
