import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatMoney } from '../../shared/format/money.ts';
import classes from './payments.module.css';

export type Figure = {
  label: string;
  /** `undefined` while it is on its way, `null` when it does not come. */
  kop: number | null | undefined;
  note: ReactNode;
  /** A note that may take two lines of a phone. */
  hasLongNote?: boolean;
  /** The rows that add up to it. */
  search: string;
};

/** Sums side by side, each of which leads to what it is made of. */
export function Figures({ of: figures }: { of: readonly Figure[] }) {
  const { search: open } = useLocation();
  return (
    <div className={classes['figures']} data-screen-only data-chosen>
      {figures.map(({ label, kop, note, hasLongNote, search }) => (
        <Link
          key={label}
          to={{ search }}
          className={classes['figure']}
          {...(search !== '' && search === open && { 'aria-current': true })}
        >
          <span className={classes['figureLabel']}>{label}</span>
          <span className={classes['figureSum']}>
            {kop === undefined ? <Skeleton height={20} width="60%" /> : kop === null ? '—' : formatMoney(kop)}
          </span>
          <span className={classes['figureNote']} data-long={hasLongNote || undefined}>
            {note}
          </span>
        </Link>
      ))}
    </div>
  );
}
