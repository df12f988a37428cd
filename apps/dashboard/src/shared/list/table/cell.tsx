import type { ReactNode } from 'react';
import { Dotted } from '../../format/dotted/dotted.tsx';
import classes from './table.module.css';

/** A cell of two lines; dense rows leave the second out. */
export const Cell = ({ children, second }: { children: ReactNode; second?: ReactNode }) => (
  <>
    <span className={classes['line']}>{children}</span>
    {second && (
      <span className={classes['second']}>
        <Dotted>{second}</Dotted>
      </span>
    )}
  </>
);

/** A text that may take both lines of its row; dense rows have one. */
export const TwoLines = ({ children }: { children: ReactNode }) => (
  <span className={classes['twoLines']}>{children}</span>
);
