import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = globSync([
  '*.md',
  'docs/**/*.md',
  '{apps,packages,examples}/*/*.md',
  'examples/*.md',
  'deploy/*.md',
  '.github/*.md',
]).filter((file) => !file.includes('node_modules') && !file.endsWith('CHANGELOG.md'));
const textOf = new Map(documents.map((file) => [file, readFileSync(file, 'utf8')]));

type Manifest = { name?: string; packageManager?: string; scripts?: Record<string, string> };
const manifestOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const root = manifestOf('package.json');
const packages = new Map(
  globSync('{apps/*,packages/*,examples}/package.json').map((file) => [
    manifestOf(file).name ?? '',
    manifestOf(file),
  ]),
);

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*_]|\[|\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsOf = (text: string) =>
  new Set([...text.matchAll(/^#+\s+(.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const found = path === '' ? file : join(dirname(file), path);
      if (!existsSync(found)) return true;
      return anchor !== undefined && !anchorsOf(textOf.get(found) ?? '').has(decodeURIComponent(anchor));
    });
}

/** Paths in backticks or in commands that name a place in the tree, from the root or from the document's folder. */
function missingPaths(file: string, text: string): string[] {
  const named = [
    ...text.matchAll(/`((?:apps|packages|docs|scripts|examples|deploy)\/[^`\s]+?)(?::\d+)?`/g),
  ].map(([, path = '']) => path);
  // What a run writes is there after it.
  const there = (path: string) =>
    /\/(test-results|dist|reports)(\/|$)/.test(path) || existsSync(path) || globSync(path).length > 0;
  return named.filter((path) => !/[<…]/.test(path) && !there(path) && !there(join(dirname(file), path)));
}

/** Commands that would run on the machine's own Node, which may be too old for TypeScript. */
const onOtherNode = (text: string) =>
  [...text.matchAll(/(?<![\w/])node (?:--[\w-]+ )*[\w./-]+\.ts\b/g)].map(([command]) => command);

/** Commands of pnpm whose version is not the project's, whose package is not there, or which run no script of it. */
function wrongCommands(text: string): string[] {
  const own = ['install', 'run', 'changeset', 'exec', 'add'];
  return [...text.matchAll(/npx -y (pnpm@[\d.]+)((?: --filter \S+)?) (\w[\w:-]*)(?: (\w[\w:-]*))?/g)]
    .filter(([, version, filter = '', script = '', next = '']) => {
      const name = filter.replace(/^ --filter ["']?/, '').replace(/\.{3}|["']/g, '');
      const manifest = name === '' ? root : [...packages].find(([full]) => full.endsWith(name))?.[1];
      if (version !== root.packageManager || manifest === undefined) return true;
      const called = script === 'run' ? next : script;
      return !own.includes(called) && manifest.scripts?.[called] === undefined;
    })
    .map(([command]) => command);
}

describe.each([...textOf])('%s', (file, text) => {
  test('links to what is there', () => expect(brokenLinks(file, text)).toEqual([]));
  test('names paths that are there', () => expect(missingPaths(file, text)).toEqual([]));
  test('gives commands that can be run', () => expect(wrongCommands(text)).toEqual([]));
  test('runs TypeScript on the project’s own Node', () => expect(onOtherNode(text)).toEqual([]));
});

test('links, paths and commands are found in the documents', () => {
  const all = [...textOf.values()].join('\n');
  expect(brokenLinks('README.md', `${all}\n[x](nowhere.md)`)).toContain('nowhere.md');
  expect(missingPaths('README.md', '`apps/api/src/nowhere.ts`')).toEqual(['apps/api/src/nowhere.ts']);
  expect(wrongCommands('npx -y pnpm@12.21.0 nothing')).toHaveLength(1);
  expect(wrongCommands('npx -y pnpm@1.0.0 start')).toHaveLength(1);
  expect(onOtherNode('run `node src/server.ts` here')).toHaveLength(1);
});

test.each(['auth-core', 'react-auth'])(
  'the README gives the size of %s that its own README gives',
  (name) => {
    const own = /([\d.]+) kB[^\n]*brotli/.exec(textOf.get(`packages/${name}/README.md`) ?? '')?.[1];
    const given = new RegExp(`\\*\\*${name}\\*\\*: ([\\d.]+) kB`).exec(textOf.get('README.md') ?? '')?.[1];
    expect(own).toBeDefined();
    expect(given).toBe(own);
  },
);

test('the table of errors says of every code what to show and whether to retry', () => {
  const source = readFileSync('packages/auth-core/src/errors.ts', 'utf8');
  const union = /export type AuthErrorCode = (.*);/.exec(source)?.[1] ?? '';
  const codes = [...union.matchAll(/'([\w-]+)'/g)].map(([, code]) => code);
  const table = /^\| `code` .*\| show .*\| retry .*\n\|.*\n((?:\|.*\n)+)/m;
  const rows = table.exec(textOf.get('packages/auth-core/README.md') ?? '')?.[1] ?? '';
  const cells = rows
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, code]) => code)).toEqual(codes.map((code) => `\`${code}\``));
  for (const [, , when, show, retry] of cells) expect(when && show && retry).toBeTruthy();
});

test('the comparison gives the size of auth-core that its README gives', () => {
  const own = /([\d.]+) kB[^\n]*brotli/.exec(textOf.get('packages/auth-core/README.md') ?? '')?.[1];
  const row = /^\| `@referral-dashboard\/auth-core` .*$/m.exec(
    textOf.get('docs/auth/comparison.md') ?? '',
  )?.[0];
  expect(row?.split('|')[3]?.trim()).toBe(own);
});
