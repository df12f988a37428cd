import { escaped } from '../html.ts';

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

/** Returns a function that renders `html` for a nonce and a support address. The constant parts are inserted once. */
export function createPage(
  html: string,
  settings: PageSettings,
): (nonce: string, supportUrl: string) => string {
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
  return (nonce, supportUrl) => parts.join(nonce).replaceAll(SUPPORT_URL, () => escaped(supportUrl));
}
