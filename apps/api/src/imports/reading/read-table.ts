import { readCsv } from './csv-table.ts';
import { EMPTY_FILE, type ReadTable } from './limits.ts';
import { readWorkbook } from './xlsx-table.ts';

const OLD_EXCEL = 'Это файл старого Excel. Сохраните его как XLSX или CSV.';

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);

/** Reads a table from a file in base64. The format is detected by the content, because names of exported files are unreliable. */
export async function readTable(base64: string): Promise<ReadTable> {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  if (bytes.length === 0) return { problem: EMPTY_FILE };
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: OLD_EXCEL };
  return startsWith(bytes, [0x50, 0x4b]) ? readWorkbook(bytes) : readCsv(bytes);
}
