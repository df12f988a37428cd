/** True for a path that percent-decoding accepts. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Address of a page with a broken escape (`%`, `%D0`), rewritten so that it reaches its route as literal text. Links are cut short by
 * messengers, and a visitor gets a page for them. Addresses of the API stay as they are and are refused.
 */
export function escapeBrokenPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (/^\/api(\/|$)/i.test(path) || isDecodable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
