import { Skeleton } from '@mantine/core';
import type { Releases } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { formatMoney } from '@/shared/format/money.ts';
import { formatShortDate } from '@/shared/format/short-date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { LargeAmount } from './large-amount.tsx';
import classes from './money-timeline.module.css';

/** Dates shown separately; the sums of the others are added up. */
const MAX_DATES = 3;

type Money = {
  /** Kopecks that are available now. */
  available_kop: number;
  releases: Releases;
};

type MoneyTimelineProps = {
  /** Undefined while loading. */
  money: Money | undefined;
  /** Button next to the amount. */
  action?: ReactNode;
  /** Shown between the amount and the dates. */
  children?: ReactNode;
};

/** Amount available now in large type, and the dates on which amounts on hold become available. */
export const MoneyTimeline = ({ money, action, children }: MoneyTimelineProps) => (
  <div className={classes['money']}>
    <div className={classes['head']}>
      <span className={classes['sum']}>
        {money ? <LargeAmount kop={money.available_kop} /> : <Skeleton height={28} width={180} />}
      </span>
      {action}
    </div>
    {children}
    {money ? <ReleaseDates {...money} /> : <Skeleton className={classes['skeleton']} />}
  </div>
);

function ReleaseDates({ available_kop, releases }: Money) {
  const next = releases.next.slice(0, MAX_DATES);
  const later_kop = releases.next
    .slice(MAX_DATES)
    .reduce((sum, { amount_kop }) => sum + amount_kop, releases.later_kop);
  const today = useDates().dayAt(Date.now());
  if (next.length === 0) return <p className={classes['empty']}>На удержании ничего нет</p>;
  const steps = [
    { label: 'Сегодня', amount: formatMoney(available_kop) },
    ...next.map(({ date, amount_kop }) => ({
      label: formatShortDate(date, today),
      amount: formatChange(amount_kop),
    })),
    ...(later_kop === 0 ? [] : [{ label: 'Позже', amount: formatChange(later_kop) }]),
  ];
  return (
    <ol className={classes['timeline']} aria-label="Когда деньги станут доступны">
      {steps.map(({ label, amount }) => (
        <li key={label} className={classes['step']}>
          <span className={classes['glyph']} aria-hidden />
          <span className={classes['date']}>{label}</span>
          <span className={classes['amount']}>{amount}</span>
        </li>
      ))}
    </ol>
  );
}

const formatChange = (kop: number) => `${kop > 0 ? '+' : ''}${formatMoney(kop)}`;
