import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files that a page loads. `signIn` lists the files of the sign-in page when the page requires a session. */
export type PageFiles = { page: readonly string[]; signIn: readonly string[] };

type Built = Record<string, { isOwn: boolean; files: string[] }>;

/** Path of the sign-in page. */
export const SIGN_IN = '/login';

/** Returns a function that finds the files of the page at a path, from the list that the build wrote. */
export function readPageFiles(folder: string): (path: string) => PageFiles | undefined {
  const list = join(folder, '.vite/page-files.json');
  if (!existsSync(list)) return () => undefined;
  const built = JSON.parse(readFileSync(list, 'utf8')) as Built;
  const signIn = built[SIGN_IN]?.files ?? [];
  const pages = Object.entries(built).map(([pattern, { isOwn, files }]) => ({
    pattern: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`),
    isExact: !pattern.includes(':'),
    files: { page: files, signIn: isOwn ? signIn : [] },
  }));
  // An exact path comes before a pattern: `/referral/program/create` before `/referral/program/:id`.
  pages.sort((a, b) => Number(b.isExact) - Number(a.isExact));
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.files;
}
