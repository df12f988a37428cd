import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CachedFile } from '../http/content/send-cached.ts';
import { NONCE } from './page.ts';
import { type PageFiles, SIGN_IN } from './page-files.ts';
import { renderStyle, withStyles } from './server-content.ts';

type Markup = Record<'helped' | 'bare', string>;

const isStyle = (path: string) => path.endsWith('.css');

const ROOT = '<div id="root"></div>';
const TITLE = /<title>.*?<\/title>/s;

/** Hides the application until it has rendered. Signed-in users see the application at once. */
const RULES = `html:not([data-signed-in]) #server-page ~ #root, [data-signed-in] #server-page { display: none }
#server-page[data-sent] [type="submit"] { opacity: 0.6; cursor: progress }`;

/** Removes the stylesheets from the list: the sign-in page has them inlined. */
export const stylesApart = (files?: PageFiles): PageFiles | undefined =>
  files && { ...files, page: files.page.filter((path) => !isStyle(path)) };

/**
 * Returns the page with the sign-in form that the build prerendered, and its styles, so that users can read and type before scripts load.
 * Returns the page unchanged when the build has no such markup.
 */
export function withSignIn(
  page: string,
  folder: string,
  files: ReadonlyMap<string, CachedFile>,
  filesOfPage: (path: string) => PageFiles | undefined,
  variant: keyof Markup,
): string {
  const built = join(folder, '.vite/sign-in.json');
  if (!existsSync(built)) return page;
  const markup = (JSON.parse(readFileSync(built, 'utf8')) as Markup)[variant];
  const [title = ''] = TITLE.exec(markup) ?? [];
  const styles = (filesOfPage(SIGN_IN)?.page ?? [])
    .filter(isStyle)
    // The module loader finds the disabled link, so it does not load the stylesheet again.
    .map((path) => `${renderStyle(path, files)}<link rel="stylesheet" href="${path}" disabled>`);
  return withStyles(page, files)
    .replace(TITLE, () => title)
    .replace('</head>', () => `${styles.join('')}<style nonce="${NONCE}">${RULES}</style></head>`)
    .replace(ROOT, () => `<div id="server-page" data-waits>${markup.replace(TITLE, '')}</div>${ROOT}`);
}
