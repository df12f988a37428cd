import type { ReactNode } from 'react';
import { DottedText } from '@/shared/format/dotted-text/dotted-text.tsx';
import classes from './table.module.css';

/** Cell with two lines. Dense tables hide the second line. */
export const Cell = ({ children, second }: { children: ReactNode; second?: ReactNode }) => (
  <>
    <span className={classes['line']}>{children}</span>
    {second && (
      <span className={classes['second']}>
        <DottedText>{second}</DottedText>
      </span>
    )}
  </>
);

/** Text of up to two lines; one line in dense tables. */
export const TwoLines = ({ children }: { children: ReactNode }) => (
  <span className={classes['twoLines']}>{children}</span>
);
