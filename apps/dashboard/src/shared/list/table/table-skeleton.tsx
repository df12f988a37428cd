import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { Column } from '../definition.ts';
import cardClasses from './cards.module.css';
import classes from './table.module.css';

const ROWS = [62, 48, 74, 56, 80, 44, 68, 52];

type TableSkeletonProps<Item> = { columns: readonly Column<Item>[]; isSelectable: boolean };

/** Skeleton rows of a table. They become visible after 150 ms. */
export const TableSkeleton = <Item,>({ columns, isSelectable }: TableSkeletonProps<Item>) =>
  ROWS.map((width, row) => (
    <tr key={width} className={classes['row']} data-skeleton>
      {isSelectable && <td />}
      {columns.map(({ name, isNumeric }, column) => (
        <td key={name} data-figure={isNumeric || undefined}>
          {row === 0 && column === 0 && <VisuallyHidden role="status">Список загружается</VisuallyHidden>}
          <Skeleton height={12} width={`${width}%`} ml={isNumeric ? 'auto' : 0} />
        </td>
      ))}
    </tr>
  ));

export const CardsSkeleton = ({ isTall }: { isTall: boolean }) => (
  <div className={cardClasses['cards']} data-skeleton data-tall={isTall || undefined}>
    <VisuallyHidden role="status">Список загружается</VisuallyHidden>
    {ROWS.map((width) => (
      <div key={width} className={cardClasses['card']}>
        <Skeleton height={12} width={`${width}%`} />
        <Skeleton height={12} width="50%" />
        <Skeleton height={12} width="30%" />
      </div>
    ))}
  </div>
);
