import { globSync, readFileSync } from 'node:fs';

/** Part of a suite to run: its packages and the arguments of the test runner. */
export type Selection = { folders: string[]; args: string };

/** Folders with the tests that each script runs, as patterns from the root. */
export const TEST_FOLDERS = {
  test: '{apps,packages}/*/src',
  'test:package': '{packages/package-checks/src,apps/dashboard/build-test,examples/test}',
  'test:older-typescript': 'packages/package-checks/src',
  'test:server': 'apps/api/test/{server,referral,money,postgres,long/{walk,fuzz,enumeration,guards}}',
  'test:faults': 'apps/api/test/{faults,long/{drills,processes}}',
  'test:browser': 'apps/e2e/{tests,tabs}',
  scripts: 'scripts',
} as const;
export type TestScript = keyof typeof TEST_FOLDERS;

const quoted = (text: string) => `"${text.replaceAll(/["\\$`]/g, '\\$&')}"`;
const asPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Selects the tests of `script` that match `words` in the packages `folders`: files whose path contains it, otherwise tests whose title
 * contains it. A search by title runs only the files that contain the exact text, or all files when no file contains it.
 */
export function select(words: string, folders: string[], script: TestScript): Selection {
  const runner = script === 'test:browser' ? 'playwright' : 'vitest';
  const files = globSync(`${TEST_FOLDERS[script]}/**/*.{test,spec}.{ts,tsx}`)
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .flatMap((path) =>
      folders
        .filter((folder) => path.startsWith(`${folder}/`))
        .map((folder) => ({ folder, name: path.slice(folder.length + 1) })),
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
