/** Decodes escapes; broken ones stay as they are. */
const decoded = (text: string) =>
  text.replace(/(%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/**
 * Canonical address of a link whose code is followed by characters that no code has, such as a full stop, a bracket, a blank or half of an
 * escape. One slash after the code is canonical.
 *
 * @param url as the browser sent it.
 * @returns undefined for a canonical address, and for one without a code.
 */
export function canonicalAddress(url: string): string | undefined {
  const { path = '', query = '' } = /^\/ref\/(?<path>[^?]*)(?<query>.*)$/is.exec(url)?.groups ?? {};
  const written = decoded(path);
  const code = written.replace(/(%[0-9a-f]{0,2}|[^a-z0-9-])+$/i, '');
  const tail = written.slice(code.length);
  if (tail === '' || tail === '/' || !/^[a-z0-9-]{3,32}$/i.test(code)) return undefined;
  return `/ref/${code.toLowerCase()}${query}`;
}
