import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
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

type Manifest = {
  name?: string;
  packageManager?: string;
  scripts?: Record<string, string>;
  repository?: { url: string };
};
const manifestOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const root = manifestOf('package.json');
const packages = new Map(
  globSync('{apps/*,packages/*,examples}/package.json').map((file) => [
    manifestOf(file).name ?? '',
    manifestOf(file),
  ]),
);

/** Anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*_]|\[|\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsOf = (text: string) =>
  new Set([...text.matchAll(/^#+\s+(.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

const { repository } = manifestOf('packages/auth-core/package.json');
const address = repository?.url.replace(/^git\+|\.git$/g, '') ?? 'no address';
/** URLs of files of this repository, which the READMEs on npm use. */
const PAGE = new RegExp(`^${address}/(?:blob|tree)/main/`);

function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target) || PAGE.test(target))
    .filter((target) => {
      const isAbsolute = PAGE.test(target);
      const [path = '', anchor] = target.replace(PAGE, '').split('#');
      const found = path === '' ? file : isAbsolute ? path : join(dirname(file), path);
      if (!existsSync(found)) return true;
      // GitHub renders the README of a folder below its files.
      if (anchor === 'readme') return !existsSync(join(found, 'README.md'));
      return anchor !== undefined && !anchorsOf(textOf.get(found) ?? '').has(decodeURIComponent(anchor));
    });
}

/** Paths in backticks that exist neither relative to the root nor to the document. */
function missingPaths(file: string, text: string): string[] {
  const named = [
    ...text.matchAll(/`((?:apps|packages|docs|scripts|examples|deploy)\/[^`\s]+?)(?::\d+)?`/g),
  ].map(([, path = '']) => path);
  // Files that a run generates may not exist yet.
  const there = (path: string) =>
    /\/(test-results|dist|reports)(\/|$)/.test(path) || existsSync(path) || globSync(path).length > 0;
  return named.filter((path) => !/[<…]/.test(path) && !there(path) && !there(join(dirname(file), path)));
}

/** Commands that run TypeScript with the installed Node, which may be too old. */
const onOtherNode = (text: string) =>
  [...text.matchAll(/(?<![\w/])node (?:--[\w-]+ )*[\w./-]+\.ts\b/g)].map(([command]) => command);

/** Commands with another version of pnpm, an unknown package or an unknown script. */
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
  test('has no broken links', () => expect(brokenLinks(file, text)).toEqual([]));
  test('names existing paths', () => expect(missingPaths(file, text)).toEqual([]));
  test('shows commands that exist', () => expect(wrongCommands(text)).toEqual([]));
  test('runs TypeScript on the Node of the project', () => expect(onOtherNode(text)).toEqual([]));
});

test('detects broken links, paths and commands', () => {
  const all = [...textOf.values()].join('\n');
  expect(brokenLinks('README.md', `${all}\n[x](nowhere.md)`)).toContain('nowhere.md');
  const absolute = `${address}/blob/main/nowhere.md`;
  expect(brokenLinks('README.md', `[x](${absolute})`)).toEqual([absolute]);
  expect(missingPaths('README.md', '`apps/api/src/nowhere.ts`')).toEqual(['apps/api/src/nowhere.ts']);
  expect(wrongCommands('npx -y pnpm@12.21.0 nothing')).toHaveLength(1);
  expect(wrongCommands('npx -y pnpm@1.0.0 start')).toHaveLength(1);
  expect(onOtherNode('run `node src/server.ts` here')).toHaveLength(1);
});

/** Returns the first block below the title of a page. */
const openingOf = (text: string) => text.split(/\n{2,}/)[1] ?? '';

/** A sentence: no heading, list, table, code, picture or link alone. */
const isSentence = (block: string) => /^[`[]?[\p{L}]/u.test(block) && /[.:]\s|[.:]$/.test(block);

test('every page opens with its purpose', () => {
  const pages = documents.filter((file) =>
    /^(README|CONTRIBUTING|SECURITY|docs\/(auth\/)?[\w-]+)\.md$|README\.md$/.test(file),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((file) => !isSentence(openingOf(textOf.get(file) ?? '')))).toEqual([]);
});

test('a page that opens with a table or a command is reported', () => {
  expect(isSentence('| a | b |')).toBe(false);
  expect(isSentence('    npx -y pnpm start')).toBe(false);
  expect(isSentence('How to add a column.')).toBe(true);
});

test('each recipe of «How to add» names its files', () => {
  const [, recipes = ''] = (textOf.get('docs/architecture.md') ?? '').split('\n## How to add\n');
  const sections = (recipes.split('\n## ')[0] ?? '').split('\n### ').slice(1);
  const filesOf = (section: string) => [...section.matchAll(/`((?:apps|packages)\/[^`\s]+)`/g)].length;
  const named = Object.fromEntries(sections.map((section) => [section.split('\n')[0], filesOf(section)]));
  for (const recipe of [
    'column of leads',
    'column of partners',
    'job',
    'channel',
    'page',
    'message',
    'report',
  ])
    expect(named[`A ${recipe}`], recipe).toBeGreaterThan(1);
});

test('the README shows every picture, and all of them weigh at most 1.5 MB', () => {
  const pictures = globSync('docs/pictures/*.png');
  const shown = [...(textOf.get('README.md') ?? '').matchAll(/\]\((docs\/pictures\/[^)]+)\)/g)].map(
    ([, path]) => path,
  );
  expect(shown.sort()).toEqual(pictures.sort());
  expect(pictures.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(1_500_000);
});

test('the tables of mutations name lines that exist', () => {
  const rows = [
    ...(textOf.get('docs/mutation.md') ?? '').matchAll(/^\|[^|]+\| ([\w/.-]+\.(?:ts|sql)) `(\w+)` +\|/gm),
  ].map(([, file = '', name = '']) => ({ file, name }));
  const sourcesOf = (file: string) =>
    ['apps/api/src', 'packages/api-contract/src']
      .map((folder) => join(folder, file))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'utf8'));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter(({ file, name }) => !sourcesOf(file).some((source) => source.includes(name)))).toEqual(
    [],
  );
});

test('the page on reliability lists every long run', () => {
  const source = readFileSync('scripts/test-long.ts', 'utf8').split('const runs')[1] ?? '';
  const runs = [...source.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
  const table = (textOf.get('docs/reliability.md') ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const listed = table.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(listed.sort()).toEqual(runs.sort());
});

test('decision records are numbered without gaps, and every number in the code has a record', () => {
  const numbers = globSync('docs/decisions/*.md').map((file) => /(\d{4})-/.exec(file)?.[1] ?? file);
  expect(numbers.sort()).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
  const named = execFileSync('git', [
    'grep',
    '-ohE',
    'decision [0-9]{4}|docs/decisions/[0-9]{4}-[a-z-]+\\.md',
  ]);
  const unknown = [...new Set(named.toString().trim().split('\n'))].filter((reference) =>
    reference.startsWith('docs/')
      ? !existsSync(reference)
      : !numbers.includes(reference.replace('decision ', '')),
  );
  expect(unknown).toEqual([]);
});

test.each(['auth-core', 'react-auth'])('the README states the size of %s as its own README does', (name) => {
  const own = /([\d.]+) kB[^\n]*brotli/.exec(textOf.get(`packages/${name}/README.md`) ?? '')?.[1];
  const given = new RegExp(`\\*\\*${name}\\*\\*: ([\\d.]+) kB`).exec(textOf.get('README.md') ?? '')?.[1];
  expect(own).toBeDefined();
  expect(given).toBe(own);
});

test('the table of errors has a complete row for every code', () => {
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

test.each(['auth-core', 'react-auth'])('the README of %s links to its repository', (name) => {
  const links = [
    ...(textOf.get(`packages/${name}/README.md`) ?? '').matchAll(/https:\/\/github\.com\/[^)\s]+/g),
  ];
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter(([link]) => !link.startsWith(`${address}/`))).toEqual([]);
});

test('every test that the race table names exists', () => {
  const races = (textOf.get('docs/protocol.md') ?? '').split('## Races')[1] ?? '';
  const named = [...races.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`: «([^»]+)»/g)];
  const rows = races.split('\n').filter((line) => /^\| (?!race |-)/.test(line));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !row.includes('»'))).toEqual([]);
  expect(
    named
      .filter(([, file = '', title = '']) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title))
      .map(([, file, title]) => `${file}: ${title}`),
  ).toEqual([]);
});

test('the comparison states the size of auth-core as its README does', () => {
  const own = /([\d.]+) kB[^\n]*brotli/.exec(textOf.get('packages/auth-core/README.md') ?? '')?.[1];
  const row = /^\| `@referral-dashboard\/auth-core` .*$/m.exec(
    textOf.get('docs/auth/comparison.md') ?? '',
  )?.[0];
  expect(row?.split('|')[3]?.trim()).toBe(own);
});
