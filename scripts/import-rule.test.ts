import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let tree: string;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'import-rule-'));
  for (const file of ['.dependency-cruiser.js', 'tsconfig.base.json', 'package.json'])
    cpSync(file, join(tree, file));
});
afterEach(() => rmSync(tree, { recursive: true }));

/** Writes `from` with an import of `to`, and says what the checker makes of it. */
function verdict(from: string, to: string): string {
  const path = relative(dirname(from), to);
  for (const [file, text] of [
    [to, 'export const value = 1;\n'],
    [
      from,
      `import { value } from '${path.startsWith('.') ? path : `./${path}`}';\nexport const other = value;\n`,
    ],
  ] as const) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  return checked(['apps', 'packages'].filter((folder) => `${from} ${to}`.includes(folder)));
}

function checked(folders: string[]): string {
  const command = join(process.cwd(), 'node_modules/.bin/depcruise');
  return spawnSync(command, folders, { cwd: tree, encoding: 'utf8' }).stdout;
}

const dashboard = 'apps/dashboard/src';
const api = 'apps/api/src';

test.each([
  [
    'a-feature-knows-entities-shared-and-itself',
    `${dashboard}/features/a/parts/x.ts`,
    `${dashboard}/features/b/y.ts`,
  ],
  ['a-page-knows-all-below-it', `${dashboard}/pages/x.ts`, `${dashboard}/app/y.ts`],
  ['an-entity-knows-shared-and-itself', `${dashboard}/entities/a/x.ts`, `${dashboard}/features/a/y.ts`],
  ['an-entity-knows-shared-and-itself', `${dashboard}/entities/a/x.ts`, `${dashboard}/entities/b/y.ts`],
  ['shared-knows-nothing-above-it', `${dashboard}/shared/ui/x.ts`, `${dashboard}/entities/a/y.ts`],
  ['a-module-knows-domain-platform-and-itself', `${api}/modules/a/x.ts`, `${api}/modules/b/y.ts`],
  ['domain-knows-platform', `${api}/domain/x.ts`, `${api}/modules/a/y.ts`],
  ['platform-knows-nothing-above-it', `${api}/platform/http/x.ts`, `${api}/domain/y.ts`],
  ['platform-knows-nothing-above-it', `${api}/platform/x.ts`, `${api}/modules/a/y.ts`],
  ['auth-core-imports-nothing', 'packages/auth-core/src/x.ts', 'packages/react-auth/src/y.ts'],
  ['react-auth-imports-auth-core', 'packages/react-auth/src/x.ts', 'packages/api-contract/src/y.ts'],
])('the rule %s is enforced', (rule, from, to) => {
  expect(verdict(from, to)).toContain(rule);
});

test('passwords are computed by one file alone', () => {
  const folder = join(tree, api, 'modules/accounts');
  mkdirSync(folder, { recursive: true });
  for (const file of ['passwords.ts', 'other.ts'])
    writeFileSync(
      join(folder, file),
      "import { hash } from '@node-rs/argon2';\nexport const value = hash;\n",
    );
  const found = checked(['apps']);
  expect(found).toContain(`passwords-are-computed-in-their-queue: ${api}/modules/accounts/other.ts`);
  expect(found).not.toContain('passwords.ts →');
});

test.each([
  [`${dashboard}/entities/a/x.ts`, `${dashboard}/shared/y.ts`],
  [`${dashboard}/features/a/parts/x.ts`, `${dashboard}/shared/y.ts`],
  [`${dashboard}/features/a/parts/x.ts`, `${dashboard}/entities/b/y.ts`],
  [`${dashboard}/pages/x.ts`, `${dashboard}/features/a/y.ts`],
  [`${api}/modules/a/x.ts`, `${api}/platform/y.ts`],
  [`${api}/modules/a/x.ts`, `${api}/domain/y.ts`],
  [`${api}/domain/x.ts`, `${api}/platform/db/y.ts`],
])('%s may import %s', (from, to) => {
  expect(verdict(from, to)).toContain('no dependency violations');
});

test('no folder of the dashboard has more than fifteen files', () => {
  const folders = new Map<string, number>();
  for (const file of readdirSync(dashboard, { recursive: true, withFileTypes: true }))
    if (file.isFile()) folders.set(file.parentPath, (folders.get(file.parentPath) ?? 0) + 1);
  expect([...folders].filter(([, files]) => files > 15)).toEqual([]);
});
