import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import type { Column } from '../definition.ts';
import classes from './table.module.css';

type SortHeadProps<Item> = {
  column: Column<Item>;
  ordering: string;
  onOrder: (ordering: string) => void;
};

/** Column header. A sortable column has a button; the sorted column shows an arrow. */
export function SortHead<Item>({ column, ordering, onOrder }: SortHeadProps<Item>) {
  const { label, ordering: word, isFigure } = column;
  const isDown = ordering === `-${word}`;
  const isSorted = word !== undefined && (isDown || ordering === word);
  const Arrow = isDown ? IconArrowDown : IconArrowUp;
  const sorted = isDown ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      data-figure={isFigure || undefined}
      aria-sort={isSorted ? sorted : word === undefined ? undefined : 'none'}
    >
      {word === undefined ? (
        label
      ) : (
        <UnstyledButton
          className={classes['sort']}
          onClick={() => onOrder(isDown ? word : `-${word}`)}
          title={isDown ? 'По возрастанию' : 'По убыванию'}
        >
          {label}
          {isSorted && <Arrow size={14} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      )}
    </th>
  );
}
