import { parse } from 'csv-parse/sync';
import { readOneC } from './one-c-reader.ts';

/** Kopecks of a sum as a file writes it: `1803.28`, `1803,28`. */
export function kopOf(written: string): number {
  const [, roubles, kopecks] = /^(\d+)[.,](\d{2})$/.exec(written) ?? [];
  if (roubles === undefined) throw new Error(`no sum: ${written}`);
  return Number(roubles) * 100 + Number(kopecks);
}

/** Payments of a file in 1CClientBankExchange, by their numbers. */
export const paymentsOfOneC = (content: Uint8Array) =>
  readOneC(content).documents.map(({ values }) => ({
    number: `В-${values['Номер']}`,
    kop: kopOf(values['Сумма'] ?? ''),
  }));

/** Sums of a table for the bank, in its order. */
export const sumsOfCsv = (content: Uint8Array) =>
  (parse(Buffer.from(content), { bom: true, columns: true, delimiter: ';' }) as Record<string, string>[]).map(
    (row) => kopOf(row['Сумма, ₽'] ?? ''),
  );
