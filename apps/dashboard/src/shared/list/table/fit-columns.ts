import type { Column } from '../definition.ts';

const REM = 16;
const CHECKBOX_WIDTH = 2.75;
const FIRST_MIN_WIDTH = 11;
/** Preferred width of the first column in rem: a name of three words fits. It grows to this width before the other columns grow. */
const FIRST_WIDTH = 18;
/** Widths in rem up to which the first column and the other columns of text take the spare width. */
const FIRST_MAX_WIDTH = 28;
const FLEXIBLE_MAX_WIDTH = 22;
const DEFAULT_WIDTH = 8;

/** Minimum width of a column, in rem. */
const getWidth = <Item>({ width = DEFAULT_WIDTH }: Column<Item>, index: number) =>
  index === 0 ? FIRST_MIN_WIDTH : width;

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

type FittedColumns<Item> = {
  columns: readonly Column<Item>[];
  /** Column widths in rem. Spare width goes to the columns of text, then to all columns. */
  widths: readonly number[];
};

/**
 * Selects the columns that fit next to the first one, which names the row. Columns are added by priority, then from left to right; a column
 * that does not fit is skipped. Columns of priority 4 are added only if no column was skipped.
 *
 * @param tableWidth Width in pixels; 0 when it is unknown, then all columns fit.
 */
export function fitColumns<Item>(
  columns: readonly Column<Item>[],
  tableWidth: number,
  isSelectable: boolean,
): FittedColumns<Item> {
  const available = tableWidth / REM - (isSelectable ? CHECKBOX_WIDTH : 0);
  const [first, ...others] = columns;
  // The sort is stable, so columns of equal priority keep their order.
  const fitted = new Set([first]);
  let sum = FIRST_MIN_WIDTH;
  let isAnySkipped = false;
  for (const column of others.toSorted((a, b) => (a.priority ?? 2) - (b.priority ?? 2))) {
    const { width = DEFAULT_WIDTH } = column;
    const isOptional = column.priority === 4 && isAnySkipped;
    if (tableWidth > 0 && (isOptional || sum + width > available)) {
      isAnySkipped = true;
      continue;
    }
    fitted.add(column);
    sum += width;
  }
  const shown = columns.filter((column) => fitted.has(column));
  if (tableWidth === 0) return { columns: shown, widths: shown.map(getWidth) };
  let widths = shown.map(getWidth);
  widths = growTo(available, widths, (width, index) => (index === 0 ? FIRST_WIDTH : width));
  widths = growTo(available, widths, (width, index) =>
    index === 0 ? FIRST_MAX_WIDTH : shown[index]?.isFlexible ? FLEXIBLE_MAX_WIDTH : width,
  );
  const scale = available / sumOf(widths);
  return { columns: shown, widths: widths.map((width) => width * scale) };
}

/** Grows columns towards their limits, each by the same share of its room, until they fill the available width. */
function growTo(
  available: number,
  widths: readonly number[],
  getLimit: (width: number, index: number) => number,
): number[] {
  const rooms = widths.map((width, index) => Math.max(0, getLimit(width, index) - width));
  const spare = Math.max(0, available - sumOf(widths));
  const share = Math.min(1, spare / (sumOf(rooms) || 1));
  return widths.map((width, index) => width + (rooms[index] ?? 0) * share);
}
