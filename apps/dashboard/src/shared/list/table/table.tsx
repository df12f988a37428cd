import { Checkbox } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useElementWidth } from '@/shared/ui/viewport/use-element-width.ts';
import type { Column, ListItem } from '../definition.ts';
import { useIsPrinting } from '../print/use-is-printing.ts';
import type { ListModel } from '../use-list.ts';
import { fitColumns } from './fit-columns.ts';
import { SortableHeader } from './sortable-header.tsx';
import classes from './table.module.css';

type TableProps<Item extends ListItem> = {
  list: ListModel<Item>;
  title: string;
  isSelectable: boolean;
  /** Renders the rows. Receives the columns that fit and the names of those that do not. */
  children: (columns: readonly Column<Item>[], absent: ReadonlySet<string>) => ReactNode;
};

/** Table for rows and for their skeleton, so that both have the same layout. */
export function Table<Item extends ListItem>({ list, title, isSelectable, children }: TableProps<Item>) {
  const [frame, width] = useElementWidth<HTMLDivElement>();
  // On paper all columns fit, because lines wrap.
  const isPrinting = useIsPrinting();
  const { selection } = list;
  const { columns: selectedColumns, setHiddenColumns } = list.view;
  const { columns, widths, hiddenColumns } = useMemo(() => {
    const fitted = fitColumns(selectedColumns, isPrinting ? 0 : width, isSelectable);
    const hidden = selectedColumns.filter((column) => !fitted.columns.includes(column));
    return { ...fitted, hiddenColumns: new Set(hidden.map(({ name }) => name)) };
  }, [selectedColumns, isPrinting, width, isSelectable]);
  useEffect(() => setHiddenColumns([...hiddenColumns].join(',')), [setHiddenColumns, hiddenColumns]);
  return (
    <div ref={frame}>
      <table className={classes['table']} data-density={list.view.density} aria-label={title}>
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
        <tbody>{children(columns, hiddenColumns)}</tbody>
      </table>
    </div>
  );
}
