import { globSync, readFileSync } from 'node:fs';

/** Part of a suite to run: its packages and the arguments of the test runner. */
export type Selection = { folders: string[]; args: string };

const TESTS = '{.,{src,test,tests,tabs,build-test,checks}/**}/*.{test,spec}.{ts,tsx}';
const quoted = (text: string) => `"${text.replaceAll(/["\\$`]/g, '\\$&')}"`;
const asPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Selects the tests that match `words` in the packages `folders`: files whose path contains it, otherwise tests whose title contains
 * it. A search by title runs only the files that contain the exact text, or all files when no file contains it.
 */
export function select(words: string, folders: string[], runner: 'vitest' | 'playwright'): Selection {
  const files = folders.flatMap((folder) =>
    globSync(TESTS, { cwd: folder }).map((name) => ({ folder, name: name.replaceAll('\\', '/') })),
  );
  const byPath = files.filter(({ folder, name }) => `${folder}/${name}`.includes(words));
  const hasTitle = ({ folder, name }: { folder: string; name: string }) =>
    readFileSync(`${folder}/${name}`, 'utf8').includes(words);
  const found = byPath.length > 0 ? byPath : files.filter(hasTitle);
  const title = byPath.length > 0 ? '' : ` ${runner === 'vitest' ? '-t' : '-g'} ${quoted(asPattern(words))}`;
  return {
    folders: found.length > 0 ? [...new Set(found.map(({ folder }) => folder))] : folders,
    args: `${found.map(({ name }) => quoted(name)).join(' ')}${title}`,
  };
}
