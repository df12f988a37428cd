import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import classes from './month-summary.module.css';

type FigureProps = {
  label: string;
  /** Undefined while loading. */
  value: ReactNode;
  /** Link to the list of the counted rows. A ratio has none. */
  to?: To;
  /** Lines under the value. Empty ones are left out. */
  notes?: readonly string[];
  /** Number of lines under the value while loading. */
  noteCount?: number;
};

/** Figure of the month with its comparison. Links to its rows. */
export const Figure = ({ label, value, to, notes = [], noteCount = 0 }: FigureProps) => (
  <div className={classes['figure']}>
    {value === undefined ? (
      <>
        {label}
        <span className={classes['value']}>
          <Skeleton height={24} width={120} />
        </span>
        {Array.from({ length: noteCount }, (_, index) => (
          <span key={index} className={classes['note']}>
            <Skeleton height={12} width={160} />
          </span>
        ))}
      </>
    ) : (
      <>
        {to ? (
          <Link to={to} className={classes['link']}>
            {label}
            <span className={classes['value']}>{value}</span>
          </Link>
        ) : (
          <div>
            {label}
            <span className={classes['value']}>{value}</span>
          </div>
        )}
        {notes.filter(Boolean).map((note) => (
          <span key={note} className={classes['note']}>
            {note}
          </span>
        ))}
      </>
    )}
  </div>
);
