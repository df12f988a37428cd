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

/** Predicate: a searchable column contains the typed text. */
export function contains(column: RawBuilder<string>, typed: string): RawBuilder<SqlBool> {
  const pattern = searchable(typed).replace(/[\\%_]/g, '\\$&');
  return sql<SqlBool>`${column} like ${`%${pattern}%`}`;
}
