import { type Html, html } from '../html.ts';
import type { CachedFile } from '../http/content/send-cached.ts';
import { NONCE } from './page.ts';

/** Server-rendered content of a page, readable before scripts load and without them. */
export type ServerContent = {
  title: string;
  /** Elements for `<head>`, in addition to the title. */
  head: Html;
  body: Html;
  /** CSS rules in addition to the stylesheet of the page. */
  styles?: string;
  /** True when the script of the page hydrates the content. */
  isLive: boolean;
  /** Data for the script. */
  data?: Html;
};

/** Path of the script that runs first on every page. */
export const FIRST_PAINT = '/first-paint.js';

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
const FIRST_PAINT_LINK = new RegExp(`<script src="${FIRST_PAINT}"[^>]*></script>`);
const SCRIPT = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;

/** Returns the page with its first script inlined. A separate request would delay the first paint by a round trip. */
export const withInlineScripts = (page: string, files: ReadonlyMap<string, CachedFile>): string =>
  page.replace(FIRST_PAINT_LINK, (link) => {
    const script = files.get(FIRST_PAINT)?.identity.toString();
    return script === undefined ? link : `<script>${script}</script>`;
  });

/** Returns the page with its stylesheets inlined, so that it is readable before any other file loads. */
export const withStyles = (page: string, files: ReadonlyMap<string, CachedFile>): string =>
  page.replace(STYLESHEET, (_link, path: string) => {
    const rules = files.get(path)?.identity.toString() ?? '';
    return `<style nonce="${NONCE}">${rules}</style>`;
  });

/** Returns the page with server-rendered content in its root element. Content that is not live has no script. */
export const insertContent = (
  page: string,
  { title, head, body, styles = '', isLive, data }: ServerContent,
  nonce: string,
): string =>
  page
    .replace(isLive ? /$^/ : SCRIPT, '')
    .replace(/<title>.*?<\/title>/s, () => html`<title>${title}</title>${head}`.markup)
    .replace('</head>', () =>
      styles === '' ? '</head>' : `<style nonce="${nonce}">${styles}</style></head>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${body.markup}</div>${data?.markup ?? ''}`);
