import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CachedFile } from '../http/content/send-cached.ts';
import { NONCE } from './page.ts';
import { type PageFiles, SIGN_IN } from './page-files.ts';
import { styleOf, withStyles } from './server-content.ts';

type Markup = Record<'helped' | 'bare', string>;

const isStyle = (path: string) => path.endsWith('.css');

const ROOT = '<div id="root"></div>';
const TITLE = /<title>.*?<\/title>/s;

/** The application is seen when it has taken over, and at once by those who are signed in. */
const RULES = `html:not([data-signed-in]) #server-page ~ #root, [data-signed-in] #server-page { display: none }
#server-page[data-sent] [type="submit"] { opacity: 0.6; cursor: progress }`;

/** Files of the sign-in page that do not stand in it already. */
export const stylesApart = (files?: PageFiles): PageFiles | undefined =>
  files && { ...files, page: files.page.filter((path) => !isStyle(path)) };

/**
 * The page with the sign-in form on it, as the build has drawn it, and its styles: it can be read and typed into before any script has
 * come. The page as it is where there is no such markup.
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
    // The module loader finds a link that asks for nothing, and does not load what is there a second time.
    .map((path) => `${styleOf(path, files)}<link rel="stylesheet" href="${path}" disabled>`);
  return withStyles(page, files)
    .replace(TITLE, () => title)
    .replace('</head>', () => `${styles.join('')}<style nonce="${NONCE}">${RULES}</style></head>`)
    .replace(ROOT, () => `<div id="server-page" data-waits>${markup.replace(TITLE, '')}</div>${ROOT}`);
}
