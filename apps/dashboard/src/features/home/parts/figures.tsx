import { Skeleton } from '@mantine/core';
import type { HomeFigures, HomeSummary } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { formatNumber } from '../../../shared/format/count.ts';
import { ALL_LEADS, accrualsOf, leadsOf } from '../places.ts';
import { BigSum } from './big-sum.tsx';
import { Change } from './change.tsx';
import classes from './figures.module.css';

type Figure = {
  name: 'leads' | 'qualified' | 'won' | 'rewards_kop';
  label: string;
  /** The list whose rows it counts. */
  to: (days: HomeFigures) => To;
  isCost?: boolean;
};

const figures: readonly Figure[] = [
  {
    name: 'leads',
    label: 'Лиды',
    to: (days) => leadsOf(days, ALL_LEADS),
  },
  { name: 'qualified', label: 'Подтверждено', to: (days) => leadsOf(days, 'qualified,won') },
  { name: 'won', label: 'Сделки', to: (days) => leadsOf(days, 'won') },
  { name: 'rewards_kop', label: 'Вознаграждения', to: accrualsOf, isCost: true },
];

type FiguresProps = {
  summary: HomeSummary | undefined;
  /** Those of another period are on their way. */
  isOld: boolean;
  isCompared: boolean;
};

/** Figures of a period, beside those of the period before if wanted; each leads to its rows. */
export const Figures = ({ summary, isOld, isCompared }: FiguresProps) => (
  <section aria-label="Показатели за период" className={classes['figures']} data-old={isOld || undefined}>
    {figures.map(({ name, label, to, isCost = false }) => {
      const [now, before] = [summary?.current[name], summary?.previous[name]];
      return (
        <div key={name} className={classes['figure']}>
          {summary === undefined || now === undefined || before === undefined ? (
            <Waiting label={label} isCompared={isCompared} />
          ) : (
            <>
              <Link to={to(summary.current)} className={classes['link']}>
                {label}
                <span className={classes['value']}>{shown(name, now)}</span>
              </Link>
              {isCompared && <Change now={now} before={before} days={summary.current} isNeutral={isCost} />}
            </>
          )}
        </div>
      );
    })}
  </section>
);

const shown = (name: Figure['name'], value: number): ReactNode =>
  name === 'rewards_kop' ? <BigSum kop={value} /> : formatNumber(value);

const Waiting = ({ label, isCompared }: { label: string; isCompared: boolean }) => (
  <>
    {label}
    <span className={classes['value']}>
      <Skeleton height={24} width="50%" />
    </span>
    {isCompared && (
      <span className={classes['change']}>
        <Skeleton height={12} width="70%" />
      </span>
    )}
  </>
);
