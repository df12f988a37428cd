import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import type { Column, Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';

// The parts of a row that take time to draw, each drawn anew for reasons of its own: a hundred rows are ticked at once.

type TickProps = { label: string; isTicked: boolean };

/** The row hears what becomes of it. */
const unheard = () => undefined;

export const RowTick = memo(function RowTick({ label, isTicked }: TickProps) {
  return (
    <td>
      <Checkbox size="xs" aria-label={`Выбрать: ${label}`} checked={isTicked} onChange={unheard} />
    </td>
  );
});

type CellsProps<Item extends Listed> = {
  item: Item;
  list: ListModel<Item>;
  columns: readonly Column<Item>[];
  /** Names of the columns without room. */
  absent: ReadonlySet<string>;
};

const Cells = <Item extends Listed>({ item, list, columns, absent }: CellsProps<Item>) =>
  columns.map(({ name, cell, isFigure }, column) => (
    <td key={name} data-figure={isFigure || undefined}>
      {column === 0 ? (
        <RowLink list={list} item={item} className={classes['link']}>
          {cell(item, absent)}
        </RowLink>
      ) : (
        cell(item, absent)
      )}
    </td>
  ));

/** All that cells are made of. What was read again is drawn again: some of it tells how long ago something was. */
const partsOf = <Item extends Listed>({ item, list, columns, absent }: CellsProps<Item>) => [
  item,
  list.address.params,
  list.page.dataUpdatedAt,
  ...columns,
  ...absent,
];

function isSame<Item extends Listed>(before: CellsProps<Item>, after: CellsProps<Item>): boolean {
  const parts = partsOf(after);
  const earlier = partsOf(before);
  return parts.length === earlier.length && parts.every((part, index) => part === earlier[index]);
}

export const RowCells = memo(Cells, isSame) as unknown as typeof Cells;
