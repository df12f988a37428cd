import { Checkbox } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, memo, useMemo } from 'react';
import { useDates } from '@/shared/format/use-dates.ts';
import { SHORTCUTS } from '@/shared/shortcuts/shortcuts.ts';
import type { Column, ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';
import { useDeferredRows } from './use-deferred-rows.ts';

type RowsProps<Item extends ListItem> = { list: ListModel<Item>; isSelectable: boolean };

const CONTROLS = 'a, button, input, label';
const OFFSETS: Readonly<Record<string, number>> = {
  [SHORTCUTS.nextRow.hotkey]: 1,
  [SHORTCUTS.previousRow.hotkey]: -1,
};
const hasModifier = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;

/** A click anywhere in a row follows its link, except on other controls. */
function followRow({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) {
  if (defaultPrevented || (target as Element).closest(CONTROLS)) return;
  currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}

export function TableRows<Item extends ListItem>({ list, isSelectable }: RowsProps<Item>) {
  const { definition, openId } = list;
  const { columns, hiddenColumns } = list.view;
  const { rowList, items, isChecked, toggle } = useDeferredRows(list, 10);
  const step = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const offset = hasModifier(event) ? undefined : OFFSETS[event.key];
    const to = offset === undefined ? undefined : items[index + offset];
    if (to === undefined) return;
    event.preventDefault();
    list.rowFocus.focus(to.id);
    if (openId !== null) list.address.change({ id: to.id }, { replace: true });
  };
  return items.map((item, index) => {
    const isRowChecked = isChecked(item.id);
    return (
      <tr
        key={item.id}
        className={classes['row']}
        data-open={item.id === openId || undefined}
        data-selected={isRowChecked || undefined}
        onClick={followRow}
        onKeyDown={(event) => step(event, index)}
        onChange={() => toggle(item.id)}
      >
        {isSelectable && <RowCheckbox label={definition.label(item)} isChecked={isRowChecked} />}
        <RowCells item={item} list={rowList} columns={columns} hiddenColumns={hiddenColumns} />
      </tr>
    );
  });
}

// Checkboxes and cells are memoized separately, because selecting a page changes a hundred checkboxes and no cells.

type RowCheckboxProps = { label: string; isChecked: boolean };

/** The row handles the change event; a constant callback keeps the checkbox memoized. */
const noop = () => undefined;

const RowCheckbox = memo(function RowCheckbox({ label, isChecked }: RowCheckboxProps) {
  return (
    <td>
      <Checkbox size="xs" aria-label={`Выбрать: ${label}`} checked={isChecked} onChange={noop} />
    </td>
  );
});

type CellsProps<Item extends ListItem> = {
  item: Item;
  list: ListModel<Item>;
  columns: readonly Column<Item>[];
  /** Names of columns that do not fit. */
  hiddenColumns: ReadonlySet<string>;
};

function RowCells<Item extends ListItem>({ item, list, columns, hiddenColumns }: CellsProps<Item>) {
  return useMemo(
    () => <Cells item={item} list={list} columns={columns} hiddenColumns={hiddenColumns} />,
    [item, list, columns, hiddenColumns],
  );
}

function Cells<Item extends ListItem>({ item, list, columns, hiddenColumns }: CellsProps<Item>) {
  const dates = useDates();
  return columns.map(({ name, cell, isNumeric }, column) => (
    <td key={name} data-figure={isNumeric || undefined}>
      {column === 0 ? (
        <RowLink list={list} item={item} className={classes['link']}>
          {cell(item, dates, hiddenColumns)}
        </RowLink>
      ) : (
        cell(item, dates, hiddenColumns)
      )}
    </td>
  ));
}
