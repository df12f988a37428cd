import { CsvError, parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { MOST_RECORDS, type ReadTable, TOO_MANY_ROWS, toTable } from './limits.ts';

const DELIMITERS = [';', ',', '\t'] as const;
const MAX_RECORD = 200_000;
const UNREADABLE = 'Файл не читается как таблица. Сохраните его в Excel как XLSX или CSV.';

/** Reads a text table in UTF-8, UTF-16 or Windows-1251, with any line ends, separated by semicolons, commas or tabs. */
export function readCsv(bytes: Uint8Array): ReadTable {
  const text = decode(bytes);
  // Control characters mean that the file is no text.
  if (/[^\P{Cc}\t\n\v\f\r]/u.test(text.slice(0, 4096))) return { problem: UNREADABLE };
  const { content, delimiter } = findDelimiter(text);
  try {
    const records: string[][] = parse(content, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD,
      to: MOST_RECORDS * 2,
    });
    return records.length >= MOST_RECORDS * 2 ? { problem: TOO_MANY_ROWS } : toTable(records);
  } catch (error) {
    if (error instanceof CsvError) return { problem: UNREADABLE };
    throw error;
  }
}

/** Decodes by the byte order mark, then as strict UTF-8, otherwise as Windows-1251. UTF-16 without a mark has zero bytes in its first characters. */
function decode(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const [first, second] = buffer;
  const [zeroAt0, zeroAt1] = [0, 1].map((at) => countZeros(buffer, at));
  if ((first === 0xff && second === 0xfe) || (zeroAt1 ?? 0) > 0) return iconv.decode(buffer, 'utf-16le');
  if ((first === 0xfe && second === 0xff) || (zeroAt0 ?? 0) > 0) return iconv.decode(buffer, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    return iconv.decode(buffer, 'win1251');
  }
}

function countZeros(buffer: Buffer, from: number): number {
  let zeros = 0;
  for (let at = from; at < Math.min(buffer.length, 256); at += 2) if (buffer[at] === 0) zeros += 1;
  return zeros;
}

/** Returns the delimiter of the line `sep=;` that Excel understands, otherwise the most frequent one outside quotes in the first lines. */
function findDelimiter(text: string): { content: string; delimiter: string } {
  const stated = /^sep=(.)\r?\n?/.exec(text);
  if (stated?.[1] !== undefined) return { content: text.slice(stated[0].length), delimiter: stated[1] };
  const head = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"/g, '');
  const lines = head
    .split(/\r\n|\n|\r/)
    .filter(Boolean)
    .slice(0, 20);
  const count = (delimiter: string) => Math.max(0, ...lines.map((line) => line.split(delimiter).length - 1));
  const [best = ';'] = [...DELIMITERS].sort((left, right) => count(right) - count(left));
  return { content: text, delimiter: best };
}
