import { Skeleton } from '@mantine/core';
import type { HomeFigures, HomeSummary } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { formatNumber } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import classes from './figures.module.css';
import { type FigureFilters, hasOrigin } from './filters/use-figure-filters.ts';
import { COUNTED_LEAD_STATUSES, getAccrualsLink, getLeadsLink, getPaidPaymentsLink } from './links.ts';
import { LargeAmount } from './money/large-amount.tsx';
import { PeriodChange } from './period-change.tsx';

type Figure = {
  name: 'leads' | 'qualified' | 'won' | 'rewards_kop' | 'paid_kop' | 'reward_per_deal_kop';
  label: string;
  /** Link to the list of the counted rows. A ratio has none, nor has a figure whose list lacks one of the filters. */
  to?: (days: HomeFigures, filters: FigureFilters) => To | undefined;
  isExpense?: boolean;
  /** Amount shown under the figure. */
  note?: (figures: HomeFigures) => string;
};

const COUNTS: readonly Figure[] = [
  {
    name: 'leads',
    label: 'Лиды',
    to: (days, filters) => getLeadsLink(days, COUNTED_LEAD_STATUSES, filters),
  },
  {
    name: 'qualified',
    label: 'Подтверждено',
    to: (days, filters) => getLeadsLink(days, 'qualified,won', filters),
  },
  {
    name: 'won',
    label: 'Сделки',
    to: (days, filters) => getLeadsLink(days, 'won', filters),
    note: ({ deal_kop }) => `на ${formatMoney(deal_kop)}`,
  },
];

const REWARDS = {
  name: 'rewards_kop',
  label: 'Вознаграждения',
  to: (days, filters) => (hasOrigin(filters) ? undefined : getAccrualsLink(days, filters)),
  isExpense: true,
} as const satisfies Figure;

/** Figures of the whole organization. */
export const ORGANIZATION_FIGURES: readonly Figure[] = [
  ...COUNTS,
  {
    ...REWARDS,
    note: ({ reward_per_deal_kop }) =>
      reward_per_deal_kop === null ? '' : `${formatMoney(reward_per_deal_kop)} на сделку`,
  },
  {
    name: 'paid_kop',
    label: 'Выплачено за период',
    to: (days, filters) =>
      filters.program || hasOrigin(filters) ? undefined : getPaidPaymentsLink(days, filters),
    isExpense: true,
    note: ({ returned_kop }) =>
      returned_kop === 0
        ? 'по дате перевода'
        : `по дате перевода, банк вернул ${formatMoney(returned_kop)} из прежних выплат`,
  },
];

/** Figures of one program. */
export const PROGRAM_FIGURES: readonly Figure[] = [
  ...COUNTS,
  REWARDS,
  {
    name: 'reward_per_deal_kop',
    label: 'Вознаграждение на сделку',
    isExpense: true,
  },
];

type FiguresProps = {
  figures: readonly Figure[];
  summary: HomeSummary | undefined;
  /** The figures belong to the previously chosen period while the new figures load. */
  isStale: boolean;
  isCompared: boolean;
  /** Filters of the figures, passed on to the lists they link to. */
  filters?: FigureFilters;
};

const NO_FILTERS: FigureFilters = {};

/** Figures of a period, optionally compared with the previous period. Each links to its rows. */
export const Figures = ({ figures, summary, isStale, isCompared, filters = NO_FILTERS }: FiguresProps) => (
  <section aria-label="Показатели за период" className={classes['figures']} data-old={isStale || undefined}>
    {figures.map(({ name, label, to, isExpense = false, note }) => {
      const [current, previous] = [summary?.current[name], summary?.previous[name]];
      const link = summary && to?.(summary.current, filters);
      return (
        <div key={name} className={classes['figure']}>
          {summary === undefined || current === undefined || previous === undefined ? (
            <FigureSkeleton label={label} isCompared={isCompared} hasNote={note !== undefined} />
          ) : (
            <>
              {link ? (
                <Link to={link} className={classes['link']}>
                  {label}
                  <span className={classes['value']}>{renderValue(name, current)}</span>
                </Link>
              ) : (
                <div>
                  {label}
                  <span className={classes['value']}>{renderValue(name, current)}</span>
                </div>
              )}
              {note && <span className={classes['note']}>{note(summary.current)}</span>}
              {current === null && <span className={classes['note']}>Сделок за эти дни не было</span>}
              {isCompared && current !== null && (
                <PeriodChange
                  current={current}
                  previous={previous ?? 0}
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

const renderValue = (name: Figure['name'], value: number | null): ReactNode =>
  value === null ? '—' : name.endsWith('_kop') ? <LargeAmount kop={value} /> : formatNumber(value);

type FigureSkeletonProps = { label: string; isCompared: boolean; hasNote: boolean };

const FigureSkeleton = ({ label, isCompared, hasNote }: FigureSkeletonProps) => (
  <>
    <div>
      {label}
      <span className={classes['value']}>
        <Skeleton height={24} width="50%" />
      </span>
    </div>
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
