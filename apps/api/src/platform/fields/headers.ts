/** Names of the fields of a kind, and the headers under which other systems export them. */
export type Headers = Readonly<Record<string, readonly string[]>>;
/** Column of each field that is read from the file, from 0. */
export type Mapping = Readonly<Record<string, number>>;

/** Returns a header for comparisons: without case, «ё», spaces and punctuation. */
export const headerKey = (header: string) =>
  header
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Guesses the columns of fields by their headers. A header that the organization chose before wins.
 *
 * @param remembered Headers by field of the last file of this kind.
 */
export function guessMapping(
  titles: readonly string[],
  headers: Headers,
  remembered: Readonly<Record<string, string>> = {},
): Mapping {
  const keys = titles.map(headerKey);
  const free = new Set(keys.keys());
  const mapping: Record<string, number> = {};
  const take = (field: string, name: string) => {
    const column = keys.findIndex((key, at) => key !== '' && key === headerKey(name) && free.has(at));
    if (column < 0 || field in mapping) return;
    mapping[field] = column;
    free.delete(column);
  };
  for (const [field, header] of Object.entries(remembered)) if (field in headers) take(field, header);
  for (const [field, names] of Object.entries(headers)) for (const name of names) take(field, name);
  return mapping;
}
