import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { Status } from '../../../entities/status/status.tsx';
import { formatNumber } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import classes from './board.module.css';

type ColumnHeadProps = {
  /** Id of the element that names the column. */
  id: string;
  state: LeadStatus;
  count: number | undefined;
  isMore: boolean;
  /** Rewards of its leads; not known at first. */
  sumKop: number | undefined;
  isFolded: boolean;
  /** Left out where the column cannot be folded. */
  onFold: (() => void) | undefined;
};

/** A state with its figures; it folds and unfolds the column of one that is done with. */
export function ColumnHead({ id, state, count, isMore, sumKop, isFolded, onFold }: ColumnHeadProps) {
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
  if (!onFold) return <div className={classes['head']}>{content}</div>;
  return (
    <UnstyledButton className={classes['head']} aria-expanded={!isFolded} onClick={onFold}>
      {content}
    </UnstyledButton>
  );
}
