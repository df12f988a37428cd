import { type Cell, type Column, type Sheet, toCells, type WithTimeZone } from './columns.ts';

const FORMATS: Record<Column<never>['kind'], string> = {
  text: '@',
  phone: '@',
  digits: '@',
  number: '0',
  money: '#,##0.00\\ "₽"',
  time: 'dd.mm.yyyy hh:mm',
  day: 'dd.mm.yyyy',
};

async function* rows<Row extends WithTimeZone>(sheet: Sheet<Row>, batches: AsyncIterable<Row[]>) {
  for await (const batch of batches) for (const row of batch) yield toCells(sheet, row).map(literal);
}

/** Escapes `_x0041_`, which means a letter in a workbook, and removes two code points that XML cannot represent. */
const literal = (cell: Cell) =>
  typeof cell === 'string'
    ? cell.replace(/[\ufffe\uffff]/g, '').replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    : cell;

/** Loads the library with the first workbook, so that the start stays fast. */
const library = () => import('hucre/xlsx');

/** Yields the bytes of a workbook while the rows are read. Every cell has an explicit type, so no text becomes a formula. */
export async function* xlsx<Row extends WithTimeZone>(sheet: Sheet<Row>, batches: AsyncIterable<Row[]>) {
  const { writeXlsxStream } = await library();
  yield* writeXlsxStream(rows(sheet, batches), {
    name: sheet.name,
    columns: sheet.columns.map(({ title, width, kind }) => ({
      header: title,
      width,
      numFmt: FORMATS[kind],
    })),
    freezePane: { rows: 1 },
  });
}

export type FreeColumn = Pick<Column<never>, 'width' | 'kind'>;

/** Yields the bytes of a workbook without a header row, such as an act, whose rows differ in their columns. */
export async function* freeXlsx(name: string, columns: readonly FreeColumn[], content: readonly Cell[][]) {
  const { writeXlsxStream } = await library();
  yield* writeXlsxStream(
    content.map((row) => row.map(literal)),
    { name, columns: columns.map(({ width, kind }) => ({ width, numFmt: FORMATS[kind] })) },
  );
}
