import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import { isPressed } from '../../shortcuts/shortcuts.ts';
import { Tick } from '../../ui/form/tick.tsx';
import type { Column, Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';
import { areAlike, useDrawn } from './use-drawn.ts';

type RowsProps<Item extends Listed> = {
  list: ListModel<Item>;
  columns: readonly Column<Item>[];
  /** Names of columns that do not fit. */
  absent: ReadonlySet<string>;
  isSelectable: boolean;
};

const CONTROLS = 'a, button, input, label';
const stepOf = (event: KeyboardEvent) =>
  isPressed('nextRow', event) ? 1 : isPressed('previousRow', event) ? -1 : undefined;

/** A click anywhere in a row follows its link, except on other controls. */
function followRow({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) {
  if (defaultPrevented || (target as Element).closest(CONTROLS)) return;
  currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click();
}

export function TableRows<Item extends Listed>({ list, columns, absent, isSelectable }: RowsProps<Item>) {
  const { definition, openId } = list;
  const { drawn, items, isTicked, toggle } = useDrawn(list, 10);
  const step = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const change = stepOf(event);
    const to = change === undefined ? undefined : items[index + change];
    if (to === undefined) return;
    event.preventDefault();
    document.querySelector<HTMLElement>(`[data-row-link="${to.id}"]`)?.focus();
    if (openId !== null) list.address.change({ id: to.id }, { replace: true });
  };
  return items.map((item, index) => {
    const isOn = isTicked(item.id);
    return (
      <tr
        key={item.id}
        className={classes['row']}
        data-open={item.id === openId || undefined}
        data-ticked={isOn || undefined}
        onClick={followRow}
        onKeyDown={(event) => step(event, index)}
        onChange={() => toggle(item.id)}
      >
        {isSelectable && <RowTick label={definition.label(item)} isTicked={isOn} />}
        <RowCells item={item} list={drawn} columns={columns} absent={absent} />
      </tr>
    );
  });
}

// Checkboxes and cells are memoized separately, because selecting a page changes a hundred checkboxes and no cells.

type TickProps = { label: string; isTicked: boolean };

/** The row handles the change event; a constant callback keeps the checkbox memoized. */
const unheard = () => undefined;

const RowTick = memo(function RowTick({ label, isTicked }: TickProps) {
  return (
    <td>
      <Tick label={`Выбрать: ${label}`} isTicked={isTicked} onToggle={unheard} />
    </td>
  );
});

type CellsProps<Item extends Listed> = Omit<RowsProps<Item>, 'isSelectable'> & { item: Item };

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

const areSame = <One,>(before: Iterable<One>, after: Iterable<One>) => {
  if (before === after) return true;
  const earlier = [...before];
  const later = [...after];
  return later.length === earlier.length && later.every((one, index) => one === earlier[index]);
};

/** Whether the cells render the same content. */
const isSame = <Item extends Listed>(before: CellsProps<Item>, after: CellsProps<Item>): boolean =>
  before.item === after.item &&
  areAlike(before.list, after.list) &&
  areSame(before.columns, after.columns) &&
  areSame(before.absent, after.absent);

const RowCells = memo(Cells, isSame) as unknown as typeof Cells;
