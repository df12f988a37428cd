import readXlsx, { type CellValue } from 'read-excel-file/node';
import { MAX_CELLS, MOST_RECORDS, type ReadTable, TOO_MANY_ROWS, toTable } from './limits.ts';
import { cellsOf, type Extent, readSheetExtents, toLetters } from './sheet-extents.ts';
import { readUnpackedSize } from './zip-size.ts';

const MAX_UNPACKED = 64 * 1024 * 1024;
const DAMAGED = 'Файл поврежден или защищен паролем. Сохраните его заново как XLSX без пароля.';
const TOO_LARGE = 'Файл слишком велик после распаковки. Разделите его на части.';
const tooFar = ({ row, column }: Extent) =>
  `Данные листа доходят до строки ${row} и столбца ${toLetters(column)}. Удалите лишние ячейки в конце листа.`;

/** Reads the first sheet with rows of a workbook. Formulas are read as their values, merged cells as the first of them. */
export async function readWorkbook(bytes: Uint8Array): Promise<ReadTable> {
  const size = readUnpackedSize(bytes);
  if (size === undefined) return { problem: DAMAGED };
  if (size > MAX_UNPACKED) return { problem: TOO_LARGE };
  const extents = readSheetExtents(bytes, MAX_CELLS);
  if (extents === undefined) return { problem: DAMAGED };
  const [largest] = extents.sort((left, right) => cellsOf(right) - cellsOf(left));
  if (largest !== undefined && extents.reduce((sum, extent) => sum + cellsOf(extent), 0) > MAX_CELLS)
    return { problem: tooFar(largest) };
  const sheets = await readXlsx(Buffer.from(bytes)).catch(() => undefined);
  if (sheets === undefined) return { problem: DAMAGED };
  const { data } = sheets.find((sheet) => sheet.data.length > 0) ?? { data: [] };
  if (data.length > MOST_RECORDS * 2) return { problem: TOO_MANY_ROWS };
  return toTable(data.map((row) => row.map(toText)));
}

/** Dates are written as `2026-11-24` or `2026-11-24 13:05`, numbers without exponents. */
function toText(value: CellValue | null): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет';
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  return String(value);
}
