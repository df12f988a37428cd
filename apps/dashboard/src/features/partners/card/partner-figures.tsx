import type { Partner } from '@referral-dashboard/api-contract';
import { formatNumber } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { formatConversion } from '../partner.ts';
import classes from './partner-card.module.css';

/** Clicks, leads and earnings of a partner. The balance amounts add up to the total earned. */
export function PartnerFigures({ partner }: { partner: Partner }) {
  const { figures, balance } = partner;
  const { review_kop: reviewKop, reserved_kop: reservedKop } = balance;
  return (
    <dl className={classes['figures']}>
      <Figure label="Переходы" value={formatNumber(figures.clicks)} />
      <Figure label="Лиды" value={formatNumber(figures.leads)} />
      <Figure label="Сделки" value={formatNumber(figures.won)} />
      <Figure label="Сделки из лидов" value={formatConversion(partner)} />
      <Figure label="Начислено" value={formatMoney(balance.earned_kop)} />
      <Figure
        label="На удержании"
        value={formatMoney(balance.hold_kop)}
        note={reviewKop !== 0 && `и ${formatMoney(reviewKop)} на проверке`}
      />
      <Figure
        label="К выплате"
        value={formatMoney(balance.available_kop)}
        note={reservedKop !== 0 && `и ${formatMoney(reservedKop)} в выплате`}
      />
      <Figure label="Выплачено" value={formatMoney(balance.paid_kop)} />
    </dl>
  );
}

type FigureProps = { label: string; value: string; note?: string | false };

const Figure = ({ label, value, note }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
    {note && <dd className={classes['note']}>{note}</dd>}
  </div>
);
