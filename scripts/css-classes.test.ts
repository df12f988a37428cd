import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = resolve(import.meta.dirname, '../apps/dashboard/src');

/** Returns the classes that a component reads from a CSS module and the module does not define. They are undefined at run time. */
function findUndefinedClasses(source: string, readCss: (path: string) => string): string[] {
  return [...source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)].flatMap(
    ([, name = '', path = '']) => {
      const defined = new Set(Array.from(readCss(path).matchAll(/\.([a-z][\w-]*)/gi), ([, word]) => word));
      return Array.from(
        source.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g')),
        ([, word = '']) => word,
      )
        .filter((word) => !defined.has(word))
        .map((word) => `${path} has no .${word}`);
    },
  );
}

test('components use only classes that their CSS modules define', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES });
  const problems = files.flatMap((file) => {
    const folder = resolve(SOURCES, dirname(file));
    const source = readFileSync(resolve(SOURCES, file), 'utf8');
    const readCss = (path: string) =>
      readFileSync(path.startsWith('@/') ? resolve(SOURCES, path.slice(2)) : resolve(folder, path), 'utf8');
    return findUndefinedClasses(source, readCss).map((problem) => `${file}: ${problem}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(problems).toEqual([]);
});

test('a class that its module does not define is reported', () => {
  const source = "import classes from './a.module.css';\nclasses['panel'] + classes['sheet']";
  expect(findUndefinedClasses(source, () => '.panel { color: red; }')).toEqual([
    './a.module.css has no .sheet',
  ]);
});
