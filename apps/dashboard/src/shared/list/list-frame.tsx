import type { ReactNode } from 'react';
import classes from './list.module.css';
import { ListProblem } from './list-problem.tsx';

type ListFrameProps = {
  page: {
    error: unknown;
    isError: boolean;
    isFetching: boolean;
    isPending: boolean;
    isPlaceholderData: boolean;
    isSuccess: boolean;
    refetch: () => unknown;
  };
  hasRows: boolean;
  /** Shown in place of the rows when the list is empty. */
  empty: ReactNode;
  /** False for cards, which have their own border. */
  hasBorder?: boolean;
  /** Rows or their skeleton. */
  children: ReactNode;
};

/** Container of list rows. Shows the rows, an error, or the empty state. */
export function ListFrame({ page, hasRows, empty, hasBorder = true, children }: ListFrameProps) {
  const problem = page.isError && (
    <ListProblem
      error={page.error}
      hasRows={hasRows}
      isRetrying={page.isFetching}
      onRetry={() => void page.refetch()}
    />
  );
  if (problem && !hasRows) return problem;
  if (page.isSuccess && !hasRows) return empty;
  return (
    <>
      {problem}
      <div className={hasBorder ? classes['frame'] : undefined} aria-busy={page.isFetching}>
        {page.isFetching && !page.isPending && <div className={classes['progress']} />}
        <div className={classes['body']} data-old={page.isPlaceholderData || undefined}>
          {children}
        </div>
      </div>
    </>
  );
}
