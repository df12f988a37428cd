import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CachedFile } from '../http/content/send-cached.ts';
import { NONCE } from './page.ts';
import { withStyles } from './server-content.ts';

/** Path of the sign-in page. */
export const SIGN_IN = '/login';

type Markup = Record<'helped' | 'bare', string>;

const ROOT = '<div id="root"></div>';
const TITLE = /<title>.*?<\/title>/s;

/** Hides the application until it has rendered. */
const RULES = `#server-page ~ #root { display: none }
#server-page[data-sent] [type="submit"] { opacity: 0.6; cursor: progress }`;

/**
 * Returns the page with the sign-in form that the build prerendered, and its styles, so that users can read and type before scripts load.
 * Returns the page unchanged when the build has no such markup.
 */
export function withSignIn(
  page: string,
  folder: string,
  files: ReadonlyMap<string, CachedFile>,
  variant: keyof Markup,
): string {
  const built = join(folder, '.vite/sign-in.json');
  if (!existsSync(built)) return page;
  const markup = (JSON.parse(readFileSync(built, 'utf8')) as Markup)[variant];
  const [title = ''] = TITLE.exec(markup) ?? [];
  return withStyles(page, files)
    .replace(TITLE, () => title)
    .replace('</head>', () => `<style nonce="${NONCE}">${RULES}</style></head>`)
    .replace(ROOT, () => `<div id="server-page" data-waits>${markup.replace(TITLE, '')}</div>${ROOT}`);
}
