import { escaped } from '../html.ts';
import type { PageFiles } from './page-files.ts';

/** Settings of the page, passed in `<meta>` elements. */
export type PageSettings = {
  /** Origin or URL of the API. Empty: the origin of the page. */
  apiBase: string;
  /** Support address of the server, for organizations without one. */
  supportUrl: string;
  /** Site key of the captcha widget. Empty: no captcha. */
  captchaSiteKey: string;
};

/** Placeholder of the nonce, which is replaced in each response. */
export const NONCE = '__CSP_NONCE__';

/** Placeholder of the support address, which is replaced in each response. */
const SUPPORT_URL = '__SUPPORT_URL__';
const [PAGE_FILES, SIGN_IN_FILES] = ['__PAGE_FILES__', '__SIGN_IN_FILES__'];

/** Returns a function that renders `html` for a nonce, a support address and the files of a page. The constant parts are inserted once. */
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
    (match, before: string, name: string, after: string) => {
      const content = contents[name];
      return content === undefined ? match : `${before}${escaped(content)}${after}`;
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
