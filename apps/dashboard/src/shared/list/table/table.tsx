import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListItem } from '../definition.ts';
import { useIsPrinting } from '../print/use-is-printing.ts';
import type { ListModel } from '../use-list.ts';
import { SortableHeader } from './sortable-header.tsx';
import classes from './table.module.css';

type TableProps<Item extends ListItem> = {
  list: ListModel<Item>;
  title: string;
  isSelectable: boolean;
  children: ReactNode;
};

/** Table for rows and for their skeleton, so that both have the same layout. */
export function Table<Item extends ListItem>({ list, title, isSelectable, children }: TableProps<Item>) {
  const isPrinting = useIsPrinting();
  const { selection } = list;
  const { tableRef, columns, widths, density } = list.view;
  return (
    <div ref={tableRef}>
      <table className={classes['table']} data-density={density} aria-label={title}>
        <colgroup>
          {isSelectable && <col className={classes['tick']} data-checkbox />}
          {columns.map(({ name }, index) => (
            <col key={name} style={isPrinting ? {} : { width: `${widths[index]}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {isSelectable && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label="Выбрать все на странице"
                  checked={selection.isPageSelected}
                  indeterminate={!selection.isPageSelected && selection.count > 0}
                  onChange={selection.togglePage}
                  disabled={list.items.length === 0}
                />
              </th>
            )}
            {columns.map((column) => (
              <SortableHeader
                key={column.name}
                column={column}
                ordering={list.ordering}
                onOrder={(ordering) => list.address.change({ ordering })}
              />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
