import { type Cell, type Column, cellsOf, type Sheet, type WithTimeZone } from './columns.ts';

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
  for await (const batch of batches) for (const row of batch) yield cellsOf(sheet, row).map(literal);
}

/** In a workbook `_x0041_` means a letter; here it means itself. Two code points that XML has no way to write are left out. */
const literal = (cell: Cell) =>
  typeof cell === 'string'
    ? cell.replace(/[\ufffe\uffff]/g, '').replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    : cell;

/** The library is read with the first workbook, and not by every start. */
const library = () => import('hucre/xlsx');

/** The bytes of a workbook, made as they are read. Every cell has a type of its own: no text becomes a formula. */
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

/** The bytes of a workbook whose rows do not all say the same: a document, and no list. */
export async function* freeXlsx(name: string, columns: readonly FreeColumn[], content: readonly Cell[][]) {
  const { writeXlsxStream } = await library();
  yield* writeXlsxStream(
    content.map((row) => row.map(literal)),
    { name, columns: columns.map(({ width, kind }) => ({ width, numFmt: FORMATS[kind] })) },
  );
}
