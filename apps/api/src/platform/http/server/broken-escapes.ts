/** Returns true for a path with valid percent-encoding. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Escapes invalid percent-encoding (`%`, `%D0`) in the URL of a page, so that it reaches its route as literal text. Messengers truncate
 * links, and visitors should still get a page. URLs of the API are not changed; the router refuses them.
 */
export function escapeBrokenPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (/^\/api(\/|$)/i.test(path) || isDecodable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
