import { type Html, html } from '../html.ts';
import type { BuiltPart } from './files.ts';

/** Content of a page before its scripts come, and without any. */
export type ServerContent = {
  title: string;
  /** For `<head>`, besides the title. */
  head: Html;
  body: Html;
  /** Source file of the part of the dashboard that draws the same; its styles come with the page. */
  part: string;
  /** True when the application is to take the page over. */
  isLive: boolean;
};

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const SCRIPT = /\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;

/** The dashboard's page with content on it. What the content does not need is asked for after it: nothing waits. */
export function withContent(
  page: string,
  { title, head, body, isLive }: ServerContent,
  part: BuiltPart | undefined,
  nonce: string,
): string {
  const style = part && `<style nonce="${nonce}">${part.styles}</style>`;
  const preload =
    isLive && part && html`<link rel="modulepreload" href="${part.script}" nonce="${nonce}">`.markup;
  const stylesheets = isLive ? (page.match(STYLESHEET) ?? []).join('') : '';
  const root = isLive ? `<div id="root"></div>${stylesheets}` : '';
  return page
    .replace(STYLESHEET, '')
    .replace(isLive ? /$^/ : SCRIPT, '')
    .replace(/\s*<noscript>.*?<\/noscript>/s, '')
    .replace(
      /<title>.*?<\/title>/s,
      () => `${html`<title>${title}</title>${head}`.markup}${style ?? ''}${preload || ''}`,
    )
    .replace('<div id="root"></div>', () => `<div id="server-page">${body.markup}</div>${root}`);
}
