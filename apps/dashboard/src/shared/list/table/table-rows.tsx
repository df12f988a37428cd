import { Checkbox } from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { isPressed } from '../../shortcuts/shortcuts.ts';
import type { Column, Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';

type RowsProps<Item extends Listed> = {
  list: ListModel<Item>;
  columns: readonly Column<Item>[];
  /** Names of the columns without room. */
  absent: ReadonlySet<string>;
  isSelectable: boolean;
};

const CONTROLS = 'a, button, input, label';
const stepOf = (event: KeyboardEvent) =>
  isPressed('nextRow', event) ? 1 : isPressed('previousRow', event) ? -1 : undefined;

/** A click beside the link of a row is one on it. */
function followRow({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) {
  if (defaultPrevented || (target as Element).closest(CONTROLS)) return;
  currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}

export function TableRows<Item extends Listed>({ list, columns, absent, isSelectable }: RowsProps<Item>) {
  const { definition, selection, openId, items } = list;
  const step = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const change = stepOf(event);
    const to = change === undefined ? undefined : items[index + change];
    if (to === undefined) return;
    event.preventDefault();
    document.querySelector<HTMLElement>(`[data-row-link="${to.id}"]`)?.focus();
    if (openId !== null) list.address.change({ id: to.id }, { replace: true });
  };
  return items.map((item, index) => (
    <tr
      key={item.id}
      className={classes['row']}
      data-open={item.id === openId || undefined}
      data-ticked={selection.has(item.id) || undefined}
      onClick={followRow}
      onKeyDown={(event) => step(event, index)}
    >
      {isSelectable && (
        <td>
          <Checkbox
            size="xs"
            aria-label={`Выбрать: ${definition.label(item)}`}
            checked={selection.has(item.id)}
            onChange={() => selection.toggle(item.id)}
          />
        </td>
      )}
      {columns.map(({ name, cell, isFigure }, column) => (
        <td key={name} data-figure={isFigure || undefined}>
          {column === 0 ? (
            <RowLink list={list} item={item} className={classes['link']}>
              {cell(item, absent)}
            </RowLink>
          ) : (
            cell(item, absent)
          )}
        </td>
      ))}
    </tr>
  ));
}
