import type { ReactNode } from 'react';
import { DottedText } from '@/shared/format/dotted-text/dotted-text.tsx';
import { useDates } from '@/shared/format/use-dates.ts';
import classes from './table.module.css';

type CellProps = {
  children: ReactNode;
  second?: ReactNode;
  /** Truncates both lines of a name instead of wrapping them. */
  isSingleLine?: boolean;
};

/** Cell with two lines. Dense tables hide the second line. */
export const Cell = ({ children, second, isSingleLine = false }: CellProps) => (
  <span className={isSingleLine ? classes['single'] : undefined}>
    <span className={classes['line']}>{children}</span>
    {second && (
      <span className={classes['second']}>
        <DottedText>{second}</DottedText>
      </span>
    )}
  </span>
);

/** Day and time of an ISO 8601 timestamp, on two lines. */
export function MomentCell({ at }: { at: string }) {
  const { formatDay, formatTime } = useDates();
  return <Cell second={formatTime(at)}>{formatDay(at)}</Cell>;
}

/** Text of up to two lines; one line in dense tables. */
export const TwoLines = ({ children }: { children: ReactNode }) => (
  <span className={classes['twoLines']}>{children}</span>
);
