import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import classes from '@/entities/payment/payment.module.css';
import { formatMoney } from '@/shared/format/money.ts';

export type Figure = {
  label: string;
  /** Kopecks. Undefined while loading, null after an error. */
  kop: number | null | undefined;
  note: ReactNode;
  /** Reserves two lines for the note in narrow containers. */
  hasLongNote?: boolean;
  /** Query string of the list whose rows add up to the amount. Undefined for an amount without a list. */
  search: string | undefined;
};

/** Row of amounts. An amount is a link to the list that it sums up. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { search: currentSearch } = useLocation();
  return (
    <div className={classes['figures']} data-screen-only data-links>
      {figures.map(({ search, ...figure }) =>
        search === undefined ? (
          <div key={figure.label} className={classes['figure']}>
            <FigureContent {...figure} />
          </div>
        ) : (
          <Link
            key={figure.label}
            to={{ search }}
            className={classes['figure']}
            {...(search !== '' && search === currentSearch && { 'aria-current': true })}
          >
            <FigureContent {...figure} />
          </Link>
        ),
      )}
    </div>
  );
}

const FigureContent = ({ label, kop, note, hasLongNote }: Omit<Figure, 'search'>) => (
  <>
    <span className={classes['figureLabel']}>{label}</span>
    <span className={classes['figureSum']}>
      {kop === undefined ? <Skeleton height={20} width="60%" /> : kop === null ? '—' : formatMoney(kop)}
    </span>
    <span className={classes['figureNote']} data-long={hasLongNote || undefined}>
      {note}
    </span>
  </>
);
