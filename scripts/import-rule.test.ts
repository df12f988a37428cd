import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

type Import = { from: string; to: string; specifier?: string };

const dashboard = 'apps/dashboard/src';
const api = 'apps/api/src';
const contract = 'packages/api-contract/src';

/** Forbidden imports, each with the name of its rule. */
const forbidden: readonly (Import & { rule: string })[] = [
  {
    rule: 'a-feature-knows-entities-shared-and-itself',
    from: `${dashboard}/features/a/parts/x.ts`,
    to: `${dashboard}/features/b/y.ts`,
  },
  {
    rule: 'a-feature-knows-entities-shared-and-itself',
    from: `${dashboard}/features/a/parts/x3.ts`,
    to: `${dashboard}/features/b/y.ts`,
    specifier: '@/features/b/y.ts',
  },
  {
    rule: 'a-feature-knows-entities-shared-and-itself',
    from: `${dashboard}/features/account/a/x.ts`,
    to: `${dashboard}/features/account/b/y.ts`,
  },
  { rule: 'a-page-knows-all-below-it', from: `${dashboard}/pages/x.ts`, to: `${dashboard}/app/y.ts` },
  {
    rule: 'an-entity-knows-shared-and-itself',
    from: `${dashboard}/entities/a/x1.ts`,
    to: `${dashboard}/features/a/y.ts`,
  },
  {
    rule: 'an-entity-knows-shared-and-itself',
    from: `${dashboard}/entities/a/x2.ts`,
    to: `${dashboard}/entities/b/y.ts`,
  },
  {
    rule: 'shared-knows-nothing-above-it',
    from: `${dashboard}/shared/ui/x.ts`,
    to: `${dashboard}/entities/a/y.ts`,
  },
  { rule: 'platform-imports-lower-layers', from: `${api}/platform/http/x.ts`, to: `${api}/database/y.ts` },
  { rule: 'database-imports-lower-layers', from: `${api}/database/x.ts`, to: `${api}/audit/index.ts` },
  { rule: 'audit-imports-lower-layers', from: `${api}/audit/x.ts`, to: `${api}/organization/index.ts` },
  {
    rule: 'organization-imports-lower-layers',
    from: `${api}/organization/x.ts`,
    to: `${api}/messages/index.ts`,
  },
  { rule: 'messages-imports-lower-layers', from: `${api}/messages/x.ts`, to: `${api}/people/index.ts` },
  { rule: 'people-imports-lower-layers', from: `${api}/people/a/x.ts`, to: `${api}/money/index.ts` },
  {
    rule: 'integrations-imports-lower-layers',
    from: `${api}/integrations/a/x.ts`,
    to: `${api}/people/index.ts`,
  },
  { rule: 'money-imports-lower-layers', from: `${api}/money/a/x.ts`, to: `${api}/referrals/index.ts` },
  { rule: 'referrals-imports-lower-layers', from: `${api}/referrals/a/x.ts`, to: `${api}/imports/index.ts` },
  { rule: 'imports-imports-lower-layers', from: `${api}/imports/a/x.ts`, to: `${api}/insights/index.ts` },
  { rule: 'insights-imports-lower-layers', from: `${api}/insights/a/x.ts`, to: `${api}/app.ts` },
  {
    rule: 'money-is-imported-through-its-index',
    from: `${api}/referrals/a/x2.ts`,
    to: `${api}/money/a/y.ts`,
  },
  { rule: 'people-is-imported-through-its-index', from: `${api}/main.ts`, to: `${api}/people/a/y.ts` },
  { rule: 'a-process-reads-the-environment', from: `${api}/app.ts`, to: `${api}/config/config.ts` },
  {
    rule: 'auth-core-imports-nothing',
    from: 'packages/auth-core/src/x.ts',
    to: 'packages/react-auth/src/y.ts',
  },
  {
    rule: 'react-auth-imports-auth-core',
    from: 'packages/react-auth/src/x.ts',
    to: 'packages/api-contract/src/y.ts',
  },
  ...Object.entries({
    values: 'base/y.ts',
    base: 'audit/y.ts',
    audit: 'organization/y.ts',
    organization: 'messages/y.ts',
    messages: 'integrations/y.ts',
    integrations: 'people/y.ts',
    people: 'money/y.ts',
    money: 'referrals/y.ts',
    referrals: 'imports/y.ts',
    imports: 'insights/y.ts',
    insights: 'routes.ts',
  }).map(([folder, to]) => ({
    rule: `contract-${folder}-imports-lower-folders`,
    from: `${contract}/${folder}/x.ts`,
    to: `${contract}/${to}`,
  })),
];

const allowed: readonly Import[] = [
  { from: `${dashboard}/entities/a/x.ts`, to: `${dashboard}/shared/y.ts` },
  { from: `${dashboard}/features/a/parts/x1.ts`, to: `${dashboard}/shared/y.ts` },
  { from: `${dashboard}/features/a/parts/x2.ts`, to: `${dashboard}/entities/b/y.ts` },
  { from: `${dashboard}/features/account/a/x1.ts`, to: `${dashboard}/features/account/a/parts/y.ts` },
  { from: `${dashboard}/pages/x1.ts`, to: `${dashboard}/features/a/y.ts` },
  { from: `${api}/money/a/x1.ts`, to: `${api}/platform/y.ts` },
  { from: `${api}/money/a/x2.ts`, to: `${api}/people/index.ts` },
  { from: `${api}/money/a/x3.ts`, to: `${api}/money/b/y.ts` },
  { from: `${api}/people/x.test.ts`, to: `${api}/messages/a/y.ts` },
  { from: `${contract}/money/rewards/x1.ts`, to: `${contract}/money/y.ts` },
  { from: `${contract}/money/x2.ts`, to: `${contract}/people/y.ts` },
  { from: `${contract}/routes.ts`, to: `${contract}/insights/y.ts` },
];

/** Files of a folder in which only `passwords.ts` may import the hash function. */
const passwords = `${api}/people/passwords`;

/** Output of the import checker for a tree with all of these imports. */
let output: string;

beforeAll(() => {
  const tree = mkdtempSync(join(tmpdir(), 'import-rule-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  };
  const settings = [
    '.dependency-cruiser.js',
    '.dependency-cruiser.tsconfig.json',
    'tsconfig.base.json',
    'package.json',
  ];
  for (const file of settings) cpSync(file, join(tree, file));
  const imports = [...forbidden, ...allowed];
  for (const { to } of imports) write(to, 'export const value = 1;\n');
  for (const { from, to, specifier } of imports) {
    const path = relative(dirname(from), to);
    const source = specifier ?? (path.startsWith('.') ? path : `./${path}`);
    write(from, `import { value } from '${source}';\nexport const other = value;\n`);
  }
  for (const file of ['passwords.ts', 'other.ts'])
    write(`${passwords}/${file}`, "import { hash } from '@node-rs/argon2';\nexport const value = hash;\n");
  const command = join(process.cwd(), 'node_modules/.bin/depcruise');
  output = spawnSync(command, ['apps', 'packages'], { cwd: tree, encoding: 'utf8' }).stdout;
  rmSync(tree, { recursive: true });
});

test.each(forbidden)('$rule refuses an import of $to by $from', ({ rule, from, to }) => {
  expect(output).toContain(`${rule}: ${from} → ${to}`);
});

test('passwords are computed by one file alone', () => {
  expect(output).toContain(`passwords-are-computed-in-their-queue: ${passwords}/other.ts`);
  expect(output).not.toContain('passwords.ts →');
});

test.each(allowed)('an import of $to by $from is accepted', ({ from, to }) => {
  expect(output).not.toContain(`${from} → ${to}`);
});

test('every planted file imports once', () => {
  const files = [...forbidden, ...allowed].map(({ from }) => from);
  expect(new Set(files).size).toBe(files.length);
});

test.each([dashboard, contract])('no folder of %s has more than fifteen files', (root) => {
  const folders = new Map<string, number>();
  for (const file of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (file.isFile()) folders.set(file.parentPath, (folders.get(file.parentPath) ?? 0) + 1);
  expect([...folders].filter(([, files]) => files > 15)).toEqual([]);
});

test('imports of the dashboard that would climb two folders use the alias', () => {
  const files = globSync(`${dashboard}/**/*.{ts,tsx}`);
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.filter((file) =>
      /^import .*'(\.\.\/){2}|^} from '(\.\.\/){2}|import\('(\.\.\/){2}/m.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([]);
});
