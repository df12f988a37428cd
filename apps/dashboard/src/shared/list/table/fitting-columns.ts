import type { Column } from '../definition.ts';

const REM = 16;
const TICK = 2.75;
const FIRST = 11;
/** Width the first column grows to before the others do: a name of three words stands whole. */
const FIRST_AT_EASE = 16;
const WIDTH = 8;

/** Width asked for a column, in rem. */
const widthOf = <Item>({ width = WIDTH }: Column<Item>, index: number) => (index === 0 ? FIRST : width);

const sumOf = <Item>(columns: readonly Column<Item>[]) =>
  columns.reduce((sum, column, index) => sum + widthOf(column, index), 0);

type Fitting<Item> = {
  columns: readonly Column<Item>[];
  /** Width of each, in rem; what is left over is shared out. */
  widths: readonly number[];
};

/**
 * The columns that fit beside the first, which names the row: those of the first priority before others, of one priority from the
 * left, and whichever still fits into what is left over; those of the fourth only where nothing else has stayed out.
 *
 * @param room in pixels; 0 while it is not known, then all of them fit.
 */
export function fitting<Item>(
  columns: readonly Column<Item>[],
  room: number,
  isTicked: boolean,
): Fitting<Item> {
  const within = room / REM - (isTicked ? TICK : 0);
  const [first, ...others] = columns;
  // The sort is stable: of one priority the left-most comes first.
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
