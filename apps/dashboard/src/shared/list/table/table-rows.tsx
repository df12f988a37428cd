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

/** The rows of a table. */
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

// The parts of a row that take time to draw, each drawn anew for reasons of its own: a hundred rows are ticked at once.

type TickProps = { label: string; isTicked: boolean };

/** The row hears what becomes of it. */
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

/** Predicate: the cells are made of the same. */
const isSame = <Item extends Listed>(before: CellsProps<Item>, after: CellsProps<Item>): boolean =>
  before.item === after.item &&
  areAlike(before.list, after.list) &&
  areSame(before.columns, after.columns) &&
  areSame(before.absent, after.absent);

const RowCells = memo(Cells, isSame) as unknown as typeof Cells;
