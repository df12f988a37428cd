import type { ReactNode } from 'react';
import { useWhole } from '../ui/page/use-whole.ts';
import { useIsNarrow } from '../ui/viewport/use-viewport.ts';
import type { Listed } from './definition.ts';
import { ListEmpty } from './list-empty.tsx';
import { ListFrame } from './list-frame.tsx';
import { Pager } from './pager.tsx';
import { usePrinting } from './print/use-printing.ts';
import { Cards } from './table/cards.tsx';
import { Table } from './table/table.tsx';
import { TableRows } from './table/table-rows.tsx';
import { CardsSkeleton, TableSkeleton } from './table/table-skeleton.tsx';
import type { ListModel } from './use-list.ts';

type RowsProps<Item extends Listed> = { list: ListModel<Item>; title: string; isSelectable: boolean };

type ListBodyProps<Item extends Listed> = RowsProps<Item> & {
  /** Shown in the empty state, to add the first row. */
  actions: ReactNode;
};

/** Rows of a list as a table, or as cards on a narrow screen. */
export function ListBody<Item extends Listed>({ actions, ...props }: ListBodyProps<Item>) {
  const isPrinting = usePrinting();
  const isNarrow = useIsNarrow() && !isPrinting;
  const { list, isSelectable } = props;
  const { page, items } = list;
  const hasRows = items.length > 0;
  return (
    <>
      <ListFrame
        page={page}
        hasRows={hasRows}
        empty={<ListEmpty list={list} actions={actions} />}
        isSheet={!isNarrow}
      >
        {isNarrow ? (
          <NarrowRows {...props} />
        ) : (
          <Table {...props}>
            {(columns, absent) =>
              page.isPending ? (
                <TableSkeleton columns={columns} isSelectable={isSelectable} />
              ) : (
                <TableRows list={list} columns={columns} absent={absent} isSelectable={isSelectable} />
              )
            }
          </Table>
        )}
      </ListFrame>
      {hasRows && <Foot list={list} />}
    </>
  );
}

/** Rendered together with the last rows, which would otherwise move it down. */
const Foot = <Item extends Listed>(props: { list: ListModel<Item> }) => useWhole() && <Pager {...props} />;

const NarrowRows = <Item extends Listed>(props: RowsProps<Item>) =>
  props.list.page.isPending ? (
    <CardsSkeleton isTall={props.list.definition.hasTallCards ?? false} />
  ) : (
    <Cards {...props} />
  );
