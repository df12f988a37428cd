import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@/shared/ui/icons.ts';
import type { Column } from '../definition.ts';
import classes from './table.module.css';

type SortableHeaderProps<Item> = {
  column: Column<Item>;
  ordering: string;
  onOrder: (ordering: string) => void;
};

/** Column header. A sortable column has a button; the sorted column shows an arrow. */
export function SortableHeader<Item>({ column, ordering, onOrder }: SortableHeaderProps<Item>) {
  const { label, ordering: columnOrdering, isNumeric } = column;
  const isDescending = ordering === `-${columnOrdering}`;
  const isSorted = columnOrdering !== undefined && (isDescending || ordering === columnOrdering);
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      data-figure={isNumeric || undefined}
      aria-sort={isSorted ? direction : columnOrdering === undefined ? undefined : 'none'}
    >
      {columnOrdering === undefined ? (
        label
      ) : (
        <UnstyledButton
          className={classes['sort']}
          onClick={() => onOrder(isDescending ? columnOrdering : `-${columnOrdering}`)}
          title={isDescending ? 'По возрастанию' : 'По убыванию'}
        >
          {label}
          {isSorted && <Arrow size={14} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      )}
    </th>
  );
}
