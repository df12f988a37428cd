import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@referral-dashboard/api-contract';

/** Rows of a file as texts. `number` is the position in the file, from 1; rows without any text are left out. */
export type TableRow = { number: number; cells: string[] };
export type ReadTable = { rows: TableRow[] } | { problem: string };

export const EMPTY_FILE = 'В файле нет строк.';
export const NO_ROWS_BELOW = 'Под строкой с заголовками нет данных.';
export const TOO_MANY_ROWS = 'В файле больше 50 000 строк. Разделите его на части.';
const TOO_MANY_COLUMNS = 'В файле больше 200 заполненных столбцов. Оставьте нужные.';
/** Rows above the header and the header itself are not counted. */
const ROWS_ABOVE = 21;
export const MOST_RECORDS = MAX_IMPORT_ROWS + ROWS_ABOVE;
/** Number of cells of a workbook, with the empty ones between those with values. */
export const MAX_CELLS = MOST_RECORDS * MAX_IMPORT_COLUMNS;

/** Apostrophe that keeps a number or a formula as text in spreadsheets, as in the file of refused rows. */
const TEXT_MARK = /^'(?=[\d=+@(-])/;

/** Removes rows and columns without text. Returns a problem for a table that is empty or too large. */
export function toTable(records: readonly (readonly string[])[]): ReadTable {
  const used = new Set<number>();
  const filled: { number: number; cells: readonly string[] }[] = [];
  for (const [index, record] of records.entries()) {
    const cells = record.map((cell) => cell.trim().replace(TEXT_MARK, ''));
    if (!cells.some(Boolean)) continue;
    for (const [column, cell] of cells.entries()) if (cell !== '') used.add(column);
    filled.push({ number: index + 1, cells });
  }
  if (filled.length === 0) return { problem: EMPTY_FILE };
  if (filled.length > MOST_RECORDS) return { problem: TOO_MANY_ROWS };
  if (used.size > MAX_IMPORT_COLUMNS) return { problem: TOO_MANY_COLUMNS };
  const columns = [...used].sort((left, right) => left - right);
  return {
    rows: filled.map(({ number, cells }) => ({
      number,
      cells: columns.map((column) => (cells[column] ?? '').replaceAll('\0', '')),
    })),
  };
}
