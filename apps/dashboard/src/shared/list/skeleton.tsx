import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { Listed } from './definition.ts';
import classes from './table.module.css';
import type { ListModel } from './use-list.ts';

const ROWS = [62, 48, 74, 56, 80, 44, 68, 52];

/** Rows to come, in the grid of the table. They show themselves only to those who wait longer than 150 ms. */
export const TableSkeleton = <Item extends Listed>({
  list,
  isSelectable,
}: {
  list: ListModel<Item>;
  isSelectable: boolean;
}) =>
  ROWS.map((width, row) => (
    <tr key={width} className={classes['row']} data-skeleton>
      {isSelectable && <td />}
      {list.view.columns.map(({ name, isFigure, priority = 2 }, column) => (
        <td key={name} data-figure={isFigure || undefined} data-priority={priority}>
          {row === 0 && column === 0 && <VisuallyHidden role="status">Список загружается</VisuallyHidden>}
          <Skeleton height={12} width={`${width}%`} ml={isFigure ? 'auto' : 0} />
        </td>
      ))}
    </tr>
  ));

export const CardsSkeleton = () => (
  <div className={classes['cards']} data-skeleton>
    <VisuallyHidden role="status">Список загружается</VisuallyHidden>
    {ROWS.map((width) => (
      <div key={width} className={classes['card']}>
        <Skeleton height={12} width={`${width}%`} />
        <Skeleton height={12} width="50%" />
        <Skeleton height={12} width="30%" />
      </div>
    ))}
  </div>
);
