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
  /** True when the application replaces the content after loading. */
  isLive: boolean;
};

/** Path of the script that runs first on every page. */
export const PAGE_START = '/page-start.js';

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
const START_SCRIPT = new RegExp(`<script src="${PAGE_START}"[^>]*></script>`);
const SCRIPT = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;

/** Returns the page with its first script inlined. A separate request would delay the first paint by a round trip. */
export const withInlineScripts = (page: string, files: ReadonlyMap<string, CachedFile>): string =>
  page.replace(START_SCRIPT, (link) => {
    const script = files.get(PAGE_START)?.identity.toString();
    return script === undefined ? link : `<script>${script}</script>`;
  });

/** Returns the page with its stylesheets inlined, so that it is readable before any other file loads. */
export const withStyles = (page: string, files: ReadonlyMap<string, CachedFile>): string =>
  page.replace(STYLESHEET, (_link, path: string) => renderStyle(path, files));

/** Returns the `<style>` element of a stylesheet. */
export const renderStyle = (path: string, files: ReadonlyMap<string, CachedFile>): string =>
  `<style nonce="${NONCE}">${files.get(path)?.identity.toString() ?? ''}</style>`;

/** Returns the page with server-rendered content, and with the root element of the application when the content is live. */
export const insertContent = (
  page: string,
  { title, head, body, styles = '', isLive }: ServerContent,
  nonce: string,
): string =>
  page
    .replace(isLive ? /$^/ : SCRIPT, '')
    .replace(/<title>.*?<\/title>/s, () => html`<title>${title}</title>${head}`.markup)
    .replace('</head>', () =>
      styles === '' ? '</head>' : `<style nonce="${nonce}">${styles}</style></head>`,
    )
    .replace(
      '<div id="root"></div>',
      () => `<div id="server-page">${body.markup}</div>${isLive ? '<div id="root"></div>' : ''}`,
    );
