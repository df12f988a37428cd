import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { apiReport } from './api-report.ts';
import { installed, type PackageName, workspace } from './packages.ts';

const entries: { name: PackageName; entry: string }[] = [
  { name: 'auth-core', entry: 'index' },
  { name: 'auth-core', entry: 'testing' },
  { name: 'react-auth', entry: 'index' },
];

const reportOf = (name: PackageName, entry: string): string => {
  const declarations = readFileSync(
    join(installed(inject('playground'), name), `dist/${entry}.d.ts`),
    'utf8',
  );
  const path = entry === 'index' ? '' : `/${entry}`;
  return apiReport(`API of @referral-dashboard/${name}${path}`, declarations);
};

test.for(entries)('the signatures of $name ($entry) are the reviewed ones', async ({ name, entry }) => {
  await expect(reportOf(name, entry)).toMatchFileSnapshot(
    join(workspace, 'packages', name, `api/${entry}.md`),
  );
});

test('a report changes with a signature and not with a comment', () => {
  const before = '/** Old. */ declare function ask(path: string): void;\nexport { ask };';
  expect(apiReport('x', before.replace('Old', 'New'))).toBe(apiReport('x', before));
  expect(apiReport('x', before.replace('string', 'URL'))).not.toBe(apiReport('x', before));
  expect(apiReport('x', before.replace('export { ask }', 'export {}'))).not.toBe(apiReport('x', before));
});
