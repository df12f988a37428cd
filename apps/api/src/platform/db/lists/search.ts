import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Returns text for the search column: lower case, single spaces, «е» for «ё». The server computes it, because databases differ for
 * Cyrillic.
 */
export const toSearchText = (...parts: readonly (string | number | null | undefined)[]) =>
  parts
    .filter(Boolean)
    .join(' ')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s+/g, ' ')
    .trim();

const UPPER = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё';
const LOWER = 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе';

/** SQL for a text in lower case with «е» for «ё», as `toSearchText` returns it. */
export const inLowerCase = (column: RawBuilder<unknown>) =>
  sql<string>`translate(lower(${column}), ${UPPER}, ${LOWER})`;

/** Returns the digits of a phone in any notation, without +7 or 8: «8 (916) 123-45» gives 91612345. Returns other text unchanged. */
export function searchedPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (!/^[\d\s()+-]+$/.test(text) || digits.length < 5) return text;
  const isComplete = digits.length === 11 || /^\s*(\+\s*7|8[\s(-])/.test(text);
  return isComplete && /^[78]/.test(digits) ? digits.slice(1) : digits;
}

/** Returns the first `limit` rows without duplicates. */
export const firstFound = <Row extends { id: string }>(rows: readonly Row[], limit: number): Row[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, limit);

/** Minimum length for a search by the trigram index. A number needs 4 characters: 3 digits match one row in fifty. */
const INDEXED = { text: 3, number: 4 };

/**
 * Returns true if the text can be the number of an object, such as «Н-12» or «12». Returns `unknown` for a text so short that the index
 * finds too many rows.
 *
 * @param letters allowed prefixes of the number.
 */
export function mayBeNumber(searched: string, letters: string): boolean | 'unknown' {
  const text = toSearchText(searchedPhone(searched));
  const isNumber = new RegExp(`^[${letters}]?-?\\d+$`).test(text);
  return text.length < (isNumber ? INDEXED.number : INDEXED.text) ? 'unknown' : isNumber;
}

/** Predicate: the search column contains the text. */
export function contains(column: RawBuilder<string>, text: string): RawBuilder<SqlBool> {
  const pattern = toSearchText(searchedPhone(text)).replace(/[\\%_]/g, '\\$&');
  return sql<SqlBool>`${column} like ${`%${pattern}%`}`;
}
