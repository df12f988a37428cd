import { Skeleton } from '@mantine/core';
import type { HomeFigures, HomeSummary } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { formatNumber } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { ALL_LEADS, accrualsOf, leadsOf, paidIn } from '../places.ts';
import { BigSum } from './big-sum.tsx';
import { Change } from './change.tsx';
import classes from './figures.module.css';

type Figure = {
  name: 'leads' | 'qualified' | 'won' | 'rewards_kop' | 'paid_kop';
  label: string;
  /** Link to the list of the counted rows. */
  to: (days: HomeFigures) => To;
  isCost?: boolean;
  /** Amount shown under the figure. */
  note?: (figures: HomeFigures) => string;
};

const figures: readonly Figure[] = [
  {
    name: 'leads',
    label: 'Лиды',
    to: (days) => leadsOf(days, ALL_LEADS),
  },
  { name: 'qualified', label: 'Подтверждено', to: (days) => leadsOf(days, 'qualified,won') },
  {
    name: 'won',
    label: 'Сделки',
    to: (days) => leadsOf(days, 'won'),
    note: ({ deal_kop }) => `на ${formatMoney(deal_kop)}`,
  },
  {
    name: 'rewards_kop',
    label: 'Вознаграждения',
    to: accrualsOf,
    isCost: true,
    note: ({ reward_per_deal_kop }) =>
      reward_per_deal_kop === null ? '' : `${formatMoney(reward_per_deal_kop)} на сделку`,
  },
  { name: 'paid_kop', label: 'Выплачено за период', to: paidIn, isCost: true },
];

type FiguresProps = {
  summary: HomeSummary | undefined;
  /** The figures belong to the previously chosen period while the new figures load. */
  isOld: boolean;
  isCompared: boolean;
};

/** Figures of a period, optionally compared with the previous period. Each links to its rows. */
export const Figures = ({ summary, isOld, isCompared }: FiguresProps) => (
  <section aria-label="Показатели за период" className={classes['figures']} data-old={isOld || undefined}>
    {figures.map(({ name, label, to, isCost = false, note }) => {
      const [now, before] = [summary?.current[name], summary?.previous[name]];
      return (
        <div key={name} className={classes['figure']}>
          {summary === undefined || now === undefined || before === undefined ? (
            <Waiting label={label} isCompared={isCompared} hasNote={note !== undefined} />
          ) : (
            <>
              <Link to={to(summary.current)} className={classes['link']}>
                {label}
                <span className={classes['value']}>{shown(name, now)}</span>
              </Link>
              {note && <span className={classes['note']}>{note(summary.current)}</span>}
              {isCompared && <Change now={now} before={before} days={summary.current} isNeutral={isCost} />}
            </>
          )}
        </div>
      );
    })}
  </section>
);

const shown = (name: Figure['name'], value: number): ReactNode =>
  name.endsWith('_kop') ? <BigSum kop={value} /> : formatNumber(value);

type WaitingProps = { label: string; isCompared: boolean; hasNote: boolean };

const Waiting = ({ label, isCompared, hasNote }: WaitingProps) => (
  <>
    {label}
    <span className={classes['value']}>
      <Skeleton height={24} width="50%" />
    </span>
    {hasNote && (
      <span className={classes['note']}>
        <Skeleton height={12} width="60%" />
      </span>
    )}
    {isCompared && (
      <span className={classes['change']}>
        <Skeleton height={12} width="70%" />
      </span>
    )}
  </>
);
