import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Text as it is searched: case, blanks and «ё» make no difference. Written by the server, since databases differ about Cyrillic. */
export const searchable = (...parts: readonly (string | number | null | undefined)[]) =>
  parts
    .filter(Boolean)
    .join(' ')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s+/g, ' ')
    .trim();

/** Digits of a phone however it is written, without +7 or 8: «8 (916) 123-45» is 91612345. Any other text stays what it is. */
export function phoneTyped(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (!/^[\d\s()+-]+$/.test(typed) || digits.length < 5) return typed;
  const isWhole = digits.length === 11 || /^\s*(\+\s*7|8[\s(-])/.test(typed);
  return isWhole && /^[78]/.test(digits) ? digits.slice(1) : digits;
}

/** The first rows, none of them twice. */
export const firstFound = <Row extends { id: string }>(rows: readonly Row[], most: number): Row[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, most);

/** Characters of which an index of trigrams finds something, and of a number of which it finds little: three are in one of fifty. */
const INDEXED = { text: 3, number: 4 };

/**
 * Where a typed text may stand: in a number like «Н-12» of one of these letters, or not; `unknown` for so short a text that much is found
 * without an index, and by one slowly.
 */
export function mayBeNumber(typed: string, letters: string): boolean | 'unknown' {
  const text = searchable(phoneTyped(typed));
  const isNumber = new RegExp(`^[${letters}]?-?\\d+$`).test(text);
  return text.length < (isNumber ? INDEXED.number : INDEXED.text) ? 'unknown' : isNumber;
}

/** Predicate: a searchable column contains the typed text. */
export function contains(column: RawBuilder<string>, typed: string): RawBuilder<SqlBool> {
  const pattern = searchable(phoneTyped(typed)).replace(/[\\%_]/g, '\\$&');
  return sql<SqlBool>`${column} like ${`%${pattern}%`}`;
}
