import { parse } from 'csv-parse/sync';
import { readOneC } from './one-c-reader.ts';

/** Converts an amount in roubles, such as `1803.28` or `1803,28`, to kopecks. */
export function toKopecks(amount: string): number {
  const [, roubles, kopecks] = /^(\d+)[.,](\d{2})$/.exec(amount) ?? [];
  if (roubles === undefined) throw new Error(`invalid amount: ${amount}`);
  return Number(roubles) * 100 + Number(kopecks);
}

/** Returns number and amount of the payments in a 1CClientBankExchange file. */
export const paymentsOfOneC = (content: Uint8Array) =>
  readOneC(content).documents.map(({ values }) => ({
    number: `В-${values['Номер']}`,
    kop: toKopecks(values['Сумма'] ?? ''),
  }));

/** Returns the amounts of a CSV file for the bank, in file order. */
export const sumsOfCsv = (content: Uint8Array) =>
  (parse(Buffer.from(content), { bom: true, columns: true, delimiter: ';' }) as Record<string, string>[]).map(
    (row) => toKopecks(row['Сумма, ₽'] ?? ''),
  );
