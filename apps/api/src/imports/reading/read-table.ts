import { readCsv } from './csv-table.ts';
import { EMPTY_FILE, type ReadTable } from './limits.ts';
import { readWorkbook } from './xlsx-table.ts';

const OLD_EXCEL = 'Это файл старого Excel. Сохраните его как XLSX или CSV.';

/** Some CRMs name a web page with a table `.xls`. Excel opens it. */
const WEB_PAGE = 'Это веб-страница, а не таблица. Откройте ее в Excel и сохраните как XLSX.';
const MARKUP = /^\ufeff?\s*<(?:!doctype html|html|head|meta|table)\b/i;

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);

/** Reads a table from a file in base64. The format is detected by the content, because names of exported files are unreliable. */
export async function readTable(base64: string): Promise<ReadTable> {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  if (bytes.length === 0) return { problem: EMPTY_FILE };
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: OLD_EXCEL };
  if (MARKUP.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 512))))
    return { problem: WEB_PAGE };
  return startsWith(bytes, [0x50, 0x4b]) ? readWorkbook(bytes) : readCsv(bytes);
}
