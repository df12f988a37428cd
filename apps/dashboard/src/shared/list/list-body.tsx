import type { ReactNode } from 'react';
import { useShouldRenderAll } from '../ui/page/use-should-render-all.ts';
import { useIsNarrow } from '../ui/viewport/use-viewport.ts';
import type { ListItem } from './definition.ts';
import { ListEmpty } from './list-empty.tsx';
import { ListFrame } from './list-frame.tsx';
import { Pager } from './pager.tsx';
import { useIsPrinting } from './print/use-is-printing.ts';
import { Cards } from './table/cards.tsx';
import { Table } from './table/table.tsx';
import { TableRows } from './table/table-rows.tsx';
import { CardsSkeleton, TableSkeleton } from './table/table-skeleton.tsx';
import type { ListModel } from './use-list.ts';

type RowsProps<Item extends ListItem> = { list: ListModel<Item>; title: string; isSelectable: boolean };

type ListBodyProps<Item extends ListItem> = RowsProps<Item> & {
  /** Shown in the empty state, to add the first row. */
  actions: ReactNode;
};

/** Rows of a list as a table, or as cards on a narrow screen. */
export function ListBody<Item extends ListItem>({ actions, ...props }: ListBodyProps<Item>) {
  const isPrinting = useIsPrinting();
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
        hasBorder={!isNarrow}
      >
        {isNarrow ? (
          <NarrowRows {...props} />
        ) : (
          <Table {...props}>
            {page.isPending ? (
              <TableSkeleton columns={list.view.columns} isSelectable={isSelectable} />
            ) : (
              <TableRows list={list} isSelectable={isSelectable} />
            )}
          </Table>
        )}
      </ListFrame>
      {hasRows && <Footer list={list} />}
    </>
  );
}

/** Rendered together with the last rows, which would otherwise move it down. */
const Footer = <Item extends ListItem>(props: { list: ListModel<Item> }) =>
  useShouldRenderAll() && <Pager {...props} />;

const NarrowRows = <Item extends ListItem>(props: RowsProps<Item>) =>
  props.list.page.isPending ? (
    <CardsSkeleton isTall={props.list.definition.hasTallCards ?? false} />
  ) : (
    <Cards {...props} />
  );
