import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of the files a page will load; where it is for those who are signed in, also of those the sign-in page will. */
export type PageFiles = { page: readonly string[]; signIn: readonly string[] };

type Built = Record<string, { isOwn: boolean; files: string[] }>;

/** Path of the sign-in page. */
export const SIGN_IN = '/login';

/** Function that finds the files of the page at a path, as the build has listed them. */
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
  // `/referral/program/create` before `/referral/program/:id`.
  pages.sort((a, b) => Number(b.isExact) - Number(a.isExact));
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.files;
}
