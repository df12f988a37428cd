import { IMPORT_HEADER_ROWS } from '@referral-dashboard/api-contract';
import { guessMapping, type Headers } from '../platform/fields/headers.ts';
import { readAmount, readDate, readPhone } from './reading/cells.ts';
import type { TableRow } from './reading/limits.ts';

/** What the organization chose for the last file of a kind. */
export type Remembered = {
  /** Header of each field. */
  headers: Readonly<Record<string, string>>;
  /** Number of the row with the headers. */
  row: number | null;
};

export const NOTHING_REMEMBERED: Remembered = { headers: {}, row: null };

/** Number of the row with the headers, its cells, and the number of rows below it. */
export type Header = { row: number; titles: string[]; below: number };

/**
 * Finds the header, because reports have titles above it: among the first rows, the one with the most known names, then the one with the most
 * texts, then the one that has the number of the last file's header.
 */
export function findHeader(rows: readonly TableRow[], headers: Headers, remembered: Remembered): Header {
  const ranks = rows.slice(0, IMPORT_HEADER_ROWS).map(({ number, cells }) => {
    const texts = cells.filter(isText).length;
    const isMostlyText = texts * 2 > cells.filter(Boolean).length;
    const known = isMostlyText ? Object.keys(guessMapping(cells, headers, remembered.headers)).length : 0;
    return [known, texts, isMostlyText && number === remembered.row ? 1 : 0];
  });
  const best = ranks.reduce((top, rank, at) => (isHigher(rank, ranks[top] ?? []) ? at : top), 0);
  const { number = 1, cells = [] } = rows[best] ?? {};
  return { row: number, titles: cells, below: Math.max(0, rows.length - best - 1) };
}

/** Compares ranks by their first different number. */
function isHigher(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (rank[at] ?? 0) > (other[at] ?? 0);
}

const isText = (cell: string) =>
  cell !== '' &&
  !cell.includes('@') &&
  [readAmount, readDate, readPhone].every((read) => 'problem' in read(cell));
