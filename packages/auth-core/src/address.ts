import { AuthError } from './errors.ts';
import { platform } from './platform.ts';
import type { Warn } from './storage.ts';

/** Address of a request, and a mark for the API's own origin. */
export interface Place {
  readonly url: string;
  readonly isOurs: boolean;
}

export interface Address {
  /**
   * The base address, absolute, without a slash at its end. Throws `misconfigured` where there can be none; `isStrict`:
   * also where it is no http(s) one.
   */
  base(isStrict?: boolean): string;
  /** A relative address is appended to the base. The `url` is what was judged, and what is to be fetched. */
  locate(text: string): Place;
}

/** `undefined` where the origin cannot be told, or is no http(s) one: then no token goes out. */
function parse(text: string, base?: string): { origin: string; href: string } | undefined {
  try {
    const { origin, href } = new platform.URL(text, base);
    return /^https?:/.test(origin) ? { origin, href } : undefined;
  } catch {
    return undefined;
  }
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

/**
 * Addresses are resolved against the page's own, once, and never by `fetch`: a `<base href>` would lead tokens and
 * passwords elsewhere.
 */
export function createAddress(baseUrl: string, warn: Warn): Address {
  const page = () => platform.location?.href;
  let absolute: string | undefined;
  let home: ReturnType<typeof parse>;
  let isTold = false;

  const unusable = (why: string) =>
    new AuthError('misconfigured', `auth: the baseUrl ${JSON.stringify(baseUrl)} ${why}`);

  const base = (isStrict?: boolean) => {
    if (absolute === undefined) {
      let text = baseUrl;
      try {
        if (!ABSOLUTE.test(text)) text = new platform.URL(text || '/', page()).href;
      } catch {
        throw unusable('is relative, and there is no page here: give an absolute http(s) address');
      }
      absolute = text.replace(/[?#].*$|\/+$/, '').replace(/\/+$/, '');
    }
    if (isStrict && !/^https?:/i.test(absolute))
      throw unusable(`is ${absolute} here, not an http(s) address`);
    return absolute;
  };

  return {
    base,
    locate(text) {
      const isAbsolute = ABSOLUTE.test(text) || /^[\\/]{2}/.test(text);
      let own = '';
      try {
        own = base();
      } catch (error) {
        if (!isAbsolute) throw error;
      }
      const url = isAbsolute ? text : `${own}/${text.replace(/^\//, '')}`;
      const target = parse(url, page());
      home ??= parse(`${own}/`);
      if (!(target && home) && !isTold) {
        isTold = true;
        warn('no token is sent where an origin is not known to be an http(s) one', url.split(/[?#]/)[0]);
      }
      return { url: target?.href ?? url, isOurs: !!target && target.origin === home?.origin };
    },
  };
}
