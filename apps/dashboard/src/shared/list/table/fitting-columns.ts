import type { Column } from '../definition.ts';

const REM = 16;
const TICK = 2.75;
const FIRST = 11;
/** Preferred width of the first column in rem: a name of three words fits. It grows to this width before the other columns grow. */
const FIRST_AT_EASE = 16;
const WIDTH = 8;

/** Minimum width of a column, in rem. */
const widthOf = <Item>({ width = WIDTH }: Column<Item>, index: number) => (index === 0 ? FIRST : width);

const sumOf = <Item>(columns: readonly Column<Item>[]) =>
  columns.reduce((sum, column, index) => sum + widthOf(column, index), 0);

type Fitting<Item> = {
  columns: readonly Column<Item>[];
  /** Column widths in rem. Spare width is shared between the columns. */
  widths: readonly number[];
};

/**
 * Selects the columns that fit next to the first one, which names the row. Columns are added by priority, then from left to right; a column
 * that does not fit is skipped. Columns of priority 4 are added only if no column was skipped.
 *
 * @param room Width in pixels; 0 when it is unknown, then all columns fit.
 */
export function fitting<Item>(
  columns: readonly Column<Item>[],
  room: number,
  isTicked: boolean,
): Fitting<Item> {
  const within = room / REM - (isTicked ? TICK : 0);
  const [first, ...others] = columns;
  // The sort is stable, so columns of equal priority keep their order.
  const chosen = new Set([first]);
  let sum = FIRST;
  let isShort = false;
  for (const column of others.toSorted((a, b) => (a.priority ?? 2) - (b.priority ?? 2))) {
    const { width = WIDTH } = column;
    const isLuxury = column.priority === 4 && isShort;
    if (room > 0 && (isLuxury || sum + width > within)) {
      isShort = true;
      continue;
    }
    chosen.add(column);
    sum += width;
  }
  const kept = columns.filter((column) => chosen.has(column));
  if (room === 0) return { columns: kept, widths: kept.map(widthOf) };
  const left = Math.max(0, within - sumOf(kept));
  const ease = Math.min(left, FIRST_AT_EASE - FIRST);
  const scale = within / (sumOf(kept) + ease);
  const widths = kept.map((column, index) => (widthOf(column, index) + (index === 0 ? ease : 0)) * scale);
  return { columns: kept, widths };
}
