import { escaped } from '../html.ts';
import type { PageFiles } from './page-files.ts';

/** Settings of the page, in `<meta>` elements. */
export type PageSettings = {
  /** Origin or address of the API; empty: the page's own origin. */
  apiBase: string;
  /** Support address of the server, for organizations without their own. */
  supportUrl: string;
  /** Key of the captcha's widget; empty: no captcha. */
  captchaSiteKey: string;
};

/** Placeholder in a built page, filled in anew for every answer. */
export const NONCE = '__CSP_NONCE__';

/** Placeholder of the support address, which is filled in for each response. */
const SUPPORT_URL = '__SUPPORT_URL__';
const [PAGE_FILES, SIGN_IN_FILES] = ['__PAGE_FILES__', '__SIGN_IN_FILES__'];

/** The page made of `html`, for a nonce, with the files it will need. All that does not change is filled in once. */
export function createPage(
  html: string,
  settings: PageSettings,
): (nonce: string, supportUrl: string, files?: PageFiles) => string {
  const contents: Record<string, string> = {
    'api-base': settings.apiBase,
    'support-url': SUPPORT_URL,
    'captcha-site-key': settings.captchaSiteKey,
  };
  const filled = html.replace(
    /(<meta\s+name="([\w-]+)"\s+content=")[^"]*(")/g,
    (whole, before: string, name: string, after: string) => {
      const content = contents[name];
      return content === undefined ? whole : `${before}${escaped(content)}${after}`;
    },
  );
  const parts = filled.replaceAll(`mailto:${SUPPORT_URL}`, SUPPORT_URL).split(NONCE);
  return (nonce, supportUrl, files) =>
    parts
      .join(nonce)
      .replaceAll(SUPPORT_URL, () => escaped(supportUrl))
      .replace(PAGE_FILES, files?.page.join(' ') ?? '')
      .replace(SIGN_IN_FILES, files?.signIn.join(' ') ?? '');
}
