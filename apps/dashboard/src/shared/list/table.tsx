import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Listed } from './definition.ts';
import { SortHead } from './sort-head.tsx';
import classes from './table.module.css';
import type { ListModel } from './use-list.ts';

type TableProps<Item extends Listed> = {
  list: ListModel<Item>;
  title: string;
  isSelectable: boolean;
  children: ReactNode;
};

/** The frame of the rows and their skeleton alike: what comes stands where its shadow stood. */
export function Table<Item extends Listed>({ list, title, isSelectable, children }: TableProps<Item>) {
  const { columns, density } = list.view;
  const { selection } = list;
  return (
    <table className={classes['table']} data-density={density} aria-label={title}>
      <colgroup>
        {isSelectable && <col className={classes['tick']} />}
        {columns.map(({ name, width = 8, priority = 2 }, index) => (
          <col key={name} data-priority={priority} style={index === 0 ? {} : { width: `${width}rem` }} />
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
            <SortHead
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
  );
}
