import { type Html, html } from '../html.ts';
import type { CachedFile } from '../http/content/send-cached.ts';
import { NONCE } from './page.ts';

/** Content of a page before its scripts come, and without any. */
export type ServerContent = {
  title: string;
  /** For `<head>`, besides the title. */
  head: Html;
  body: Html;
  /** Rules beyond the page's stylesheets. */
  styles?: string;
  /** True when the application is to take the page over. */
  isLive: boolean;
};

/** Script that every page begins with. */
export const PAGE_START = '/page-start.js';

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
const START_SCRIPT = new RegExp(`<script src="${PAGE_START}"[^>]*></script>`);
const SCRIPT = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;

/** The page with the script it begins with written into it: asked for by its name, it would be a round trip before the first paint. */
export const withInlineScripts = (page: string, files: ReadonlyMap<string, CachedFile>): string =>
  page.replace(START_SCRIPT, (link) => {
    const script = files.get(PAGE_START)?.identity.toString();
    return script === undefined ? link : `<script>${script}</script>`;
  });

/** The page with its stylesheets written into it, so that it is readable before anything else comes. */
export const withStyles = (page: string, files: ReadonlyMap<string, CachedFile>): string =>
  page.replace(STYLESHEET, (_link, path: string) => styleOf(path, files));

/** A stylesheet as it stands in a page. */
export const styleOf = (path: string, files: ReadonlyMap<string, CachedFile>): string =>
  `<style nonce="${NONCE}">${files.get(path)?.identity.toString() ?? ''}</style>`;

/** The page with content on it, and the place of the application beside it when that is to take over. */
export const withContent = (
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
