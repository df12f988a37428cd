/** Decodes percent escapes. Invalid escapes remain unchanged. */
const decodeEscapes = (text: string) =>
  text.replace(/(%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/**
 * Returns the canonical address of a link whose code is followed by characters that a code cannot contain, such as a period, a bracket, a
 * space or an incomplete percent escape. One slash after the code is canonical.
 *
 * @param url request target as the browser sent it.
 * @returns undefined for a canonical address, and for an address without a code.
 */
export function canonicalAddress(url: string): string | undefined {
  const { path = '', query = '' } = /^\/ref\/(?<path>[^?]*)(?<query>.*)$/is.exec(url)?.groups ?? {};
  const decodedPath = decodeEscapes(path);
  const code = decodedPath.replace(/(%[0-9a-f]{0,2}|[^a-z0-9-])+$/i, '');
  const tail = decodedPath.slice(code.length);
  if (tail === '' || tail === '/' || !/^[a-z0-9-]{3,32}$/i.test(code)) return undefined;
  return `/ref/${code.toLowerCase()}${query}`;
}
