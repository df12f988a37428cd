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
  /** Shown in place of the rows when there are none. */
  empty: ReactNode;
  /** Cards stand by themselves, not on a sheet. */
  isSheet?: boolean;
  /** The rows or their skeleton. */
  children: ReactNode;
};

/** The place of a list's rows: the rows, a failure, or the reason why there are none. */
export function ListFrame({ page, hasRows, empty, isSheet = true, children }: ListFrameProps) {
  const problem = page.isError && (
    <ListProblem
      error={page.error}
      hasRows={hasRows}
      isTrying={page.isFetching}
      onRetry={() => void page.refetch()}
    />
  );
  if (problem && !hasRows) return problem;
  if (page.isSuccess && !hasRows) return empty;
  return (
    <>
      {problem}
      <div className={isSheet ? classes['sheet'] : undefined} aria-busy={page.isFetching}>
        {page.isFetching && !page.isPending && <div className={classes['progress']} />}
        <div className={classes['body']} data-old={page.isPlaceholderData || undefined}>
          {children}
        </div>
      </div>
    </>
  );
}
