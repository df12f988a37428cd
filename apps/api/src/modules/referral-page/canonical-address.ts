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
 * Address without the characters that no code can hold and that a link collects at its end: a full stop, a bracket, a blank, half of an
 * escape.
 *
 * @param url as the browser sent it.
 * @returns undefined where nothing is to be cut, or nothing would be left of the code.
 */
export function canonicalAddress(url: string): string | undefined {
  const { path = '', query = '' } = /^\/ref\/(?<path>[^?]*)(?<query>.*)$/is.exec(url)?.groups ?? {};
  const written = decoded(path).replace(/\/+$/, '');
  const code = written.replace(/(%[0-9a-f]{0,2}|[^a-z0-9-])+$/i, '');
  if (code === written || !/^[a-z0-9-]{3,32}$/i.test(code)) return undefined;
  return `/ref/${code.toLowerCase()}${query}`;
}
