import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { Status } from '@/entities/status/status.tsx';
import { formatNumber } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import classes from './column.module.css';

type ColumnHeaderProps = {
  /** Id of the element that labels the column. */
  id: string;
  state: LeadStatus;
  count: number | undefined;
  isMore: boolean;
  /** Total reward of the leads, kopecks. Undefined while it loads. */
  sumKop: number | undefined;
  isCollapsed: boolean;
  /** Undefined when the column cannot be collapsed. */
  onToggle: (() => void) | undefined;
};

/** Heading of a column: status, number of leads and total reward. It is a button when the column can be collapsed. */
export function ColumnHeader({ id, state, count, isMore, sumKop, isCollapsed, onToggle }: ColumnHeaderProps) {
  const content = (
    <>
      <span id={id}>
        <Status kind="lead" state={state} />
      </span>
      <span className={classes['count']}>{count !== undefined && formatNumber(count, isMore)}</span>
      <span className={classes['total']}>
        {sumKop !== undefined && (
          <>
            <VisuallyHidden>Вознаграждения: </VisuallyHidden>
            {formatMoney(sumKop)}
          </>
        )}
      </span>
    </>
  );
  if (!onToggle) return <div className={classes['head']}>{content}</div>;
  return (
    <UnstyledButton className={classes['head']} aria-expanded={!isCollapsed} onClick={onToggle}>
      {content}
    </UnstyledButton>
  );
}
