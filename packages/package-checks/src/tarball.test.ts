import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import { installed, packages, tarballOf, workspace } from './packages.ts';

const playground = inject('playground');

/** The entries of a package, by the names of their files. */
const entries = { 'auth-core': ['index', 'testing'], 'react-auth': ['index'] };

describe.for(packages)('%s', (name) => {
  const root = installed(playground, name);
  const files = globSync('**', { cwd: root }).filter((file) => statSync(join(root, file)).isFile());
  const read = (file: string) => readFileSync(join(root, file), 'utf8');

  test(`${name}: the tarball holds exactly the files that are meant to be published`, () => {
    expect(files.sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      ...entries[name].flatMap((entry) =>
        ['cjs', 'cjs.map', 'd.cts', 'd.ts', 'js', 'js.map'].map((ending) => `dist/${entry}.${ending}`),
      ),
      'package.json',
    ]);
  });

  test(`${name}: publint in strict mode has nothing to say`, async () => {
    const tarball = tarballOf(playground, name).buffer;
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test(`${name}: the types are right for node10, node16 from ESM and CJS, and bundlers`, async () => {
    const result = await checkPackage(createPackageFromTarballData(tarballOf(playground, name)));
    expect(result.types).toMatchObject({ kind: 'included' });
    expect('problems' in result && result.problems).toEqual([]);
  });

  test(`${name}: source maps carry their sources and point nowhere outside the package`, () => {
    for (const file of files.filter((each) => each.endsWith('.map'))) {
      const map = JSON.parse(read(file)) as { sources: string[]; sourcesContent: string[] };
      expect(map.sources.length).toBeGreaterThan(0);
      expect(map.sourcesContent).toHaveLength(map.sources.length);
      for (const source of map.sources) {
        const inside = relative(root, resolve(dirname(join(root, file)), source));
        expect(isAbsolute(source) || inside.startsWith('..'), source).toBe(false);
      }
    }
  });

  test(`${name}: no published file names the machine it was built on or the workspace protocol`, () => {
    for (const file of files) {
      expect(read(file), file).not.toContain(workspace);
      expect(read(file), file).not.toContain('workspace:');
    }
  });

  test(`${name}: the changelog knows the version that is published`, () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
  });
});

test('react-auth: both builds mark themselves as client code for Server Components', () => {
  const root = installed(playground, 'react-auth');
  for (const file of ['dist/index.js', 'dist/index.cjs']) {
    expect(readFileSync(join(root, file), 'utf8')).toMatch(/^'use client';\n/);
  }
});
