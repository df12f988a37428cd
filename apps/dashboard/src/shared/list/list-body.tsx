import type { ReactNode } from 'react';
import { useIsNarrow } from '../ui/use-viewport.ts';
import type { Listed } from './definition.ts';
import classes from './list.module.css';
import { ListEmpty } from './list-empty.tsx';
import { ListProblem } from './list-problem.tsx';
import { Pager } from './pager.tsx';
import { Cards } from './table/cards.tsx';
import { Table } from './table/table.tsx';
import { TableRows } from './table/table-rows.tsx';
import { CardsSkeleton, TableSkeleton } from './table/table-skeleton.tsx';
import type { ListModel } from './use-list.ts';

type RowsProps<Item extends Listed> = { list: ListModel<Item>; title: string; isSelectable: boolean };

type ListBodyProps<Item extends Listed> = RowsProps<Item> & {
  /** What can be done where there is nothing yet. */
  actions: ReactNode;
};

/** The rows, or what stands in their place: a skeleton, a failure, or why there are none. */
export function ListBody<Item extends Listed>({ list, title, isSelectable, actions }: ListBodyProps<Item>) {
  const isNarrow = useIsNarrow();
  const { page, items } = list;
  const problem = page.isError && (
    <ListProblem
      error={page.error}
      hasRows={items.length > 0}
      isTrying={page.isFetching}
      onRetry={() => void page.refetch()}
    />
  );
  if (problem && items.length === 0) return problem;
  if (page.isSuccess && items.length === 0) return <ListEmpty list={list} actions={actions} />;
  return (
    <>
      {problem}
      <div className={isNarrow ? undefined : classes['sheet']} aria-busy={page.isFetching}>
        {page.isFetching && !page.isPending && <div className={classes['progress']} />}
        <div className={classes['body']} data-old={page.isPlaceholderData || undefined}>
          {isNarrow ? (
            <NarrowRows list={list} title={title} isSelectable={isSelectable} />
          ) : (
            <Table list={list} title={title} isSelectable={isSelectable}>
              {(columns) =>
                page.isPending ? (
                  <TableSkeleton columns={columns} isSelectable={isSelectable} />
                ) : (
                  <TableRows list={list} columns={columns} isSelectable={isSelectable} />
                )
              }
            </Table>
          )}
        </div>
      </div>
      {items.length > 0 && <Pager list={list} />}
    </>
  );
}

const NarrowRows = <Item extends Listed>(props: RowsProps<Item>) =>
  props.list.page.isPending ? <CardsSkeleton /> : <Cards {...props} />;
