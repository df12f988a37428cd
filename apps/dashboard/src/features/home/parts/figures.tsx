import { Skeleton } from '@mantine/core';
import type { HomeFigures, HomeSummary } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { formatNumber } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { COUNTED_LEAD_STATUSES, getAccrualsLink, getLeadsLink, getPaidPaymentsLink } from '../links.ts';
import classes from './figures.module.css';
import { LargeAmount } from './large-amount.tsx';
import { PeriodChange } from './period-change.tsx';

type Figure = {
  name: 'leads' | 'qualified' | 'won' | 'rewards_kop' | 'paid_kop';
  label: string;
  /** Link to the list of the counted rows. */
  to: (days: HomeFigures) => To;
  isExpense?: boolean;
  /** Amount shown under the figure. */
  note?: (figures: HomeFigures) => string;
};

const FIGURES: readonly Figure[] = [
  {
    name: 'leads',
    label: 'Лиды',
    to: (days) => getLeadsLink(days, COUNTED_LEAD_STATUSES),
  },
  { name: 'qualified', label: 'Подтверждено', to: (days) => getLeadsLink(days, 'qualified,won') },
  {
    name: 'won',
    label: 'Сделки',
    to: (days) => getLeadsLink(days, 'won'),
    note: ({ deal_kop }) => `на ${formatMoney(deal_kop)}`,
  },
  {
    name: 'rewards_kop',
    label: 'Вознаграждения',
    to: getAccrualsLink,
    isExpense: true,
    note: ({ reward_per_deal_kop }) =>
      reward_per_deal_kop === null ? '' : `${formatMoney(reward_per_deal_kop)} на сделку`,
  },
  {
    name: 'paid_kop',
    label: 'Выплачено за период',
    to: getPaidPaymentsLink,
    isExpense: true,
    note: ({ returned_kop }) =>
      returned_kop === 0
        ? 'по дате перевода'
        : `по дате перевода, банк вернул ${formatMoney(returned_kop)} из прежних выплат`,
  },
];

type FiguresProps = {
  summary: HomeSummary | undefined;
  /** The figures belong to the previously chosen period while the new figures load. */
  isStale: boolean;
  isCompared: boolean;
};

/** Figures of a period, optionally compared with the previous period. Each links to its rows. */
export const Figures = ({ summary, isStale, isCompared }: FiguresProps) => (
  <section aria-label="Показатели за период" className={classes['figures']} data-old={isStale || undefined}>
    {FIGURES.map(({ name, label, to, isExpense = false, note }) => {
      const [current, previous] = [summary?.current[name], summary?.previous[name]];
      return (
        <div key={name} className={classes['figure']}>
          {summary === undefined || current === undefined || previous === undefined ? (
            <FigureSkeleton label={label} isCompared={isCompared} hasNote={note !== undefined} />
          ) : (
            <>
              <Link to={to(summary.current)} className={classes['link']}>
                {label}
                <span className={classes['value']}>{renderValue(name, current)}</span>
              </Link>
              {note && <span className={classes['note']}>{note(summary.current)}</span>}
              {isCompared && (
                <PeriodChange
                  current={current}
                  previous={previous}
                  days={summary.current}
                  isNeutral={isExpense}
                />
              )}
            </>
          )}
        </div>
      );
    })}
  </section>
);

const renderValue = (name: Figure['name'], value: number): ReactNode =>
  name.endsWith('_kop') ? <LargeAmount kop={value} /> : formatNumber(value);

type FigureSkeletonProps = { label: string; isCompared: boolean; hasNote: boolean };

const FigureSkeleton = ({ label, isCompared, hasNote }: FigureSkeletonProps) => (
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
